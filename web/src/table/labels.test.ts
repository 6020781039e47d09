import { describe, expect, it } from "vitest";
import { between, boxOf, crosses, isNearest, overlaps, placed, settled, type Box, type Wanted } from "./labels";

const measure = (line: string, size: number) => line.length * size * 0.5;
const sheet: Box = [0, 0, 1000, 1000];
const wanted = (id: string, box: Box, weight = 1): Wanted => ({ id, texts: [[`${id} 9/7/5 Vet`], [id]], box, weight, prefers: "below", size: 12 });

function boxes(all: Wanted[], obstacles: Box[] = []) {
  return placed(all, obstacles, sheet, measure).map((label): Box => {
    const width = Math.max(...label.lines.map((line) => measure(line, label.size)));
    return [label.x - width / 2, label.top, label.x + width / 2, label.top + label.lines.length * label.size * 1.08];
  });
}

describe("labels", () => {
  it("a label with room stands below its unit, whole", () => {
    const [one] = placed([wanted("5th US", [100, 100, 180, 115])], [], sheet, measure);
    expect(one?.lines).toEqual(["5th US 9/7/5 Vet"]);
    expect(one?.top).toBeGreaterThan(115);
  });

  it("none lies on another or on a stand, however crowded it is", () => {
    const all = Array.from({ length: 24 }, (_, i) => wanted(`${i}th Infantry`, [300 + (i % 6) * 60, 300 + Math.floor(i / 6) * 30, 355 + (i % 6) * 60, 315 + Math.floor(i / 6) * 30], i));
    const stands = all.map((one) => one.box);
    const found = boxes(all, stands);
    expect(found.length).toBeGreaterThan(8);
    found.forEach((a, i) => {
      for (const b of [...found.slice(i + 1), ...stands]) expect(overlaps(a, b)).toBe(false);
    });
  });

  it("the weightier is served first", () => {
    const wall: Box[] = [[0, 0, 1000, 95], [0, 140, 1000, 1000], [0, 0, 95, 1000], [205, 0, 1000, 1000]];
    const both = placed([{ ...wanted("aaaa", [100, 100, 200, 112], 1), kin: "leader" }, wanted("bbbb", [100, 100, 200, 112], 5)], wall, sheet, measure);
    expect(both[0]?.id).toBe("bbbb");
  });

  it("nothing is written off the sheet", () => {
    for (const box of boxes([wanted("corner", [0, 990, 30, 1000])])) {
      expect(box[0]).toBeGreaterThanOrEqual(0);
      expect(box[3]).toBeLessThanOrEqual(1000);
    }
  });

  it("a name stays on its side when somebody comes to where it would rather stand", () => {
    const one = wanted("5th US", [100, 100, 180, 115]);
    const above: Box = [60, 116, 220, 140];
    const [first] = placed([one], [above], sheet, measure);
    expect(first?.slot).toBe("above");
    // The way below is free again, but nothing jumps.
    const before = new Map([[one.id, first?.slot ?? ""]]);
    expect(placed([one], [], sheet, measure, before)[0]?.slot).toBe("above");
    expect(placed([one], [], sheet, measure)[0]?.slot).toBe("below");
    // If the room is taken it goes elsewhere.
    expect(placed([one], [[60, 80, 220, 99]], sheet, measure, before)[0]?.slot).toBe("below");
  });

  it("a name at the edge of what is seen is moved in, and who is out of sight has none", () => {
    const [edge] = placed([wanted("a regiment of foot", [0, 400, 20, 412])], [], sheet, measure);
    const width = measure(edge?.lines[0] ?? "", 12);
    expect((edge?.x ?? 0) - width / 2).toBeGreaterThanOrEqual(0);
    expect(edge?.lines).toEqual(["a regiment of foot 9/7/5 Vet"]);
    const [waits] = placed([wanted("column", [500, 1010, 520, 1060])], [], sheet, measure);
    expect(waits?.top).toBeLessThanOrEqual(1000 - 12);
    expect(placed([wanted("far", [1200, 400, 1220, 412])], [], sheet, measure)).toEqual([]);
  });

  it("a name that would stand nearer to another unit has a line to its own, which goes through nobody", () => {
    // A unit in column whose only free place near it is below the line that stands beside it.
    const [column, line]: [Box, Box] = [[300, 300, 330, 315], [335, 318, 435, 330]];
    const walls: Box[] = [[0, 0, 1000, 299], [0, 299, 299, 1000], [299, 316, 334, 1000]];
    const both = [wanted("4th US", column), wanted("Childs", line, 9)];
    const found = placed(both, [column, line, ...walls], sheet, measure);
    const one = found.find((label) => label.id === "4th US");
    expect(one?.thread?.slice(2)).toEqual([315, 307.5]);
    for (const other of [line, ...walls]) expect(crosses(one!.thread!, other)).toBe(false);
    // Without the other it is clear whose name it is.
    expect(placed(both.slice(0, 1), [column, line, ...walls], sheet, measure)[0]?.thread).toBeNull();
  });

  it("a name without a line touches its unit, one with a line is tied to it", () => {
    const all = Array.from({ length: 24 }, (_, i) => wanted(`${i}th Infantry`, [300 + (i % 6) * 60, 300 + Math.floor(i / 6) * 30, 355 + (i % 6) * 60, 315 + Math.floor(i / 6) * 30], i));
    const found = placed(all, all.map((one) => one.box), sheet, measure);
    for (const label of found) {
      const width = Math.max(...label.lines.map((line) => measure(line, label.size)));
      const name: Box = [label.x - width / 2, label.top, label.x + width / 2, label.top + label.lines.length * label.size * 1.08];
      const own = all.find((one) => one.id === label.id)!.box;
      if (label.thread) expect(between([label.thread[2], label.thread[3], label.thread[2], label.thread[3]], own)).toBe(0);
      else expect(between(name, own)).toBeLessThan(label.size);
      for (const other of found) if (other.thread && other !== label) expect(crosses(other.thread, name)).toBe(false);
    }
  });

  it("in a crowd all are named, shorter if need be, and written out where there is room", () => {
    const long = (id: string, box: Box): Wanted => ({ ...wanted(id, box), texts: [[`${id} of the Line and of the Guard 9`, "worn · disordered"], [`${id} of the Line and of the Guard 9`], [`${id} 9`], [id]] });
    const all = Array.from({ length: 20 }, (_, i) => long(`${i}th`, [400 + (i % 5) * 42, 400 + Math.floor(i / 5) * 32, 438 + (i % 5) * 42, 412 + Math.floor(i / 5) * 32]));
    const away = long("far away", [800, 800, 838, 812]);
    const obstacles = [...all, away].map((one) => one.box);
    // Walls around the crowd, so that no name stands far off.
    const walls: Box[] = [[340, 0, 680, 399], [340, 526, 680, 790], [0, 0, 396, 1000], [612, 0, 1000, 790]];
    const { found, brevity } = settled([...all, away], [...obstacles, ...walls], sheet, measure, new Map());
    expect(brevity).toBeGreaterThan(0);
    expect(found).toHaveLength(21);
    expect(found.find((label) => label.id === "far away")?.lines).toHaveLength(2);
    const boxes = found.map((label) => boxOf(label, measure));
    boxes.forEach((a, i) => {
      for (const b of [...boxes.slice(i + 1), ...obstacles, ...walls]) expect(overlaps(a, b)).toBe(false);
    });
    expect(settled([away], obstacles, sheet, measure, new Map()).brevity).toBe(0);
  });

  it("in a crowd every name without a line is nearest to its own unit", () => {
    const all = Array.from({ length: 24 }, (_, i) => wanted(`${i}th Infantry`, [300 + (i % 6) * 90, 300 + Math.floor(i / 6) * 45, 360 + (i % 6) * 90, 315 + Math.floor(i / 6) * 45], i));
    const found = placed(all, all.map((one) => one.box), sheet, measure);
    expect(found.length).toBeGreaterThan(8);
    for (const label of found.filter((one) => !one.thread)) {
      const width = Math.max(...label.lines.map((line) => measure(line, label.size)));
      const name: Box = [label.x - width / 2, label.top, label.x + width / 2, label.top + label.lines.length * label.size * 1.08];
      const own = all.find((one) => one.id === label.id)!;
      expect(isNearest(name, own, all.filter((one) => one !== own))).toBe(true);
    }
  });

  it("of a slanting line its stands count, not the empty corners of its box", () => {
    const slant = { box: [300, 300, 400, 400] as Box, stands: [[300, 380, 320, 400], [380, 300, 400, 320]] as Box[] };
    const inCorner: Box = [360, 402, 400, 414];
    expect(isNearest(inCorner, { box: [405, 425, 430, 440] }, [slant])).toBe(true);
    expect(isNearest(inCorner, { box: [405, 425, 430, 440] }, [{ box: slant.box }])).toBe(false);
  });

  it("in the thickest crowd nobody goes without a name", () => {
    const all = Array.from({ length: 60 }, (_, i) => wanted(`${i}th Infantry`, [400 + (i % 6) * 46, 350 + Math.floor(i / 6) * 16, 440 + (i % 6) * 46, 364 + Math.floor(i / 6) * 16], i));
    const boxes = all.map((one) => one.box);
    expect(placed(all, boxes, sheet, measure).length).toBeLessThan(60);
    const { found } = settled(all, boxes, sheet, measure, new Map());
    expect(found).toHaveLength(60);
    const names = found.map((label) => boxOf(label, measure));
    names.forEach((a, i) => {
      for (const b of [...names.slice(i + 1), ...boxes]) expect(overlaps(a, b)).toBe(false);
    });
  });

  it("a short name with a short line is better than a long one far off", () => {
    // A lane below the unit is wide enough for the short name alone; the long one has room at its end.
    const box: Box = [300, 300, 360, 315];
    const walls: Box[] = [[0, 0, 1000, 299], [0, 299, 299, 420], [361, 299, 1000, 420], [299, 316, 309, 420], [351, 316, 361, 420]];
    // Another in the same place, for whose own name there is no room at all: whose name it is must be told by a line.
    const twin = { ...wanted("b", box, 9), texts: [["b".repeat(400)]] };
    const one = placed([wanted("5th US", box), twin], [box, ...walls], sheet, measure).find((label) => label.id === "5th US");
    expect(one?.lines).toEqual(["5th US"]);
    expect(one?.thread).not.toBeNull();
    expect(one?.top).toBeLessThan(380);
  });

  it("of two in the same place each is named with a line", () => {
    const box: Box = [300, 300, 360, 315];
    const found = placed([wanted("a", box), wanted("b", box)], [box], sheet, measure);
    expect(found).toHaveLength(2);
    expect(found.every((label) => label.thread)).toBe(true);
  });

  it("who finds no room near him is named wherever there is any, with a line", () => {
    // All but a strip at the right edge is taken, farther than a name goes of itself.
    const lost = wanted("63rd Foot", [300, 480, 340, 492]);
    const wall: Box = [0, 0, 880, 1000];
    const { found } = settled([lost], [wall, lost.box], sheet, measure, new Map());
    expect(found).toHaveLength(1);
    const [name] = found;
    expect(overlaps(boxOf(name!, measure), wall)).toBe(false);
    expect(name!.thread?.slice(2)).toEqual([320, 486]);
    // Where there is no room at all there is no name.
    expect(settled([lost], [[0, 0, 1000, 1000]], sheet, measure, new Map()).found).toEqual([]);
  });
});
