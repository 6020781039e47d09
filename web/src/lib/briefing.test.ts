import { describe, expect, it } from "vitest";
import { read, samples } from "./briefing";

const TEXT = `Palo Alto, 8 May 1846
Mexican-American War; 20 turns of 15 minutes from 14:30, Mexico moves first; a table of 96" by 60", north is up.

United States, 56 stands, heavy casualties from 14 lost; broken troops run to the north edge
  Taylor, army leader, gallant
  Twiggs, division leader, able, under Taylor
    2nd Dragoons, May's squadron 3/-/1 Elt, carbine, mounted, line
    Churchill's 18-pounders 1 stand Vet, siege gun, 18- or 24-pounder

Mexico, 100 stands, heavy casualties from 25 lost; broken troops run to the south edge
  Colonel, regulars, brigade leader, poor, under Arista
    4th Line Infantry (Uraga) 16/12/8 Trn, inferior musket, march column, comes on turn 1 over the
      south edge

Light
  Turns 1 to 16, 14:30: day
  Turn 17, 18:30: twilight; one sees 48"

Key positions
  Wagon park at 41.5,55.5 (3" round): 1 point to United States, 4 to Mexico, held by United States;
    the key of United States, whose checks are worse without it
  Ford at 1,2 (2" round): 2 points, held by nobody

Rules of this battle
  - Grass fire: from turn 5, Two light guns; Two 8-pounders: if in action they may set fire to the grass (\`use\`): smoke 12" by 6".
  - The road: Mexico wins at once with 4 points more.
`;

describe("a briefing", () => {
  const brief = read(TEXT);

  it("has its title, its facts and both forces with their commands", () => {
    expect(brief.title).toBe("Palo Alto, 8 May 1846");
    expect(brief.facts).toEqual(["Mexican-American War", "20 turns of 15 minutes from 14:30, Mexico moves first", "a table of 96″ by 60″, north is up"]);
    expect(brief.forces.map((one) => one.name)).toEqual(["United States", "Mexico"]);
    expect(brief.forces[0]?.facts).toEqual(["56 stands, heavy casualties from 14 lost", "broken troops run to the north edge"]);
    expect(brief.forces[0]?.commands.map((one) => [one.name, one.more])).toEqual([["Taylor", "army leader, gallant"], ["Twiggs", "division leader, able, under Taylor"]]);
    expect(brief.forces[1]?.commands[0]?.name).toBe("Colonel, regulars");
  });

  it("knows a unit's name from its ratings, though both have commas", () => {
    expect(brief.forces[0]?.commands[1]?.troops).toEqual([
      { name: "2nd Dragoons, May's squadron", rating: "3/-/1 Elt", more: "carbine, mounted, line" },
      { name: "Churchill's 18-pounders", rating: "1 stand Vet", more: "siege gun, 18- or 24-pounder" },
    ]);
    expect(brief.forces[1]?.commands[0]?.troops[0]?.more).toBe("inferior musket, march column, comes on turn 1 over the south edge");
  });

  it("tells what each key position is worth to whom", () => {
    expect(brief.positions).toEqual([
      { name: "Wagon park", worth: { "United States": 1, Mexico: 4 }, holder: "United States", more: "the key of United States, whose checks are worse without it" },
      { name: "Ford", worth: { "United States": 2, Mexico: 2 }, holder: null, more: "" },
    ]);
    expect(brief.sections.map((one) => one.title)).toEqual(["Light", "Rules of this battle"]);
  });

  it("a position that it cannot read stays as it is written", () => {
    const odd = read("A, today\nB.\n\nKey positions\n  The whole ridge, somehow\n");
    expect(odd.positions).toEqual([]);
    expect(odd.sections).toEqual([{ title: "Key positions", items: ["The whole ridge, somehow"] }]);
  });
});

it("units of the briefing itself show how ratings are read", () => {
  const found = samples(read(TEXT));
  expect(found.levels).toEqual({ name: "4th Line Infantry (Uraga)", rating: "16/12/8 Trn", fresh: 16, worn: 12, spent: 8 });
  expect(found.never).toEqual({ rating: "3/-/1 Elt", spent: 1 });
  expect(found.guns).toBe("1 stand");
  expect(samples({ forces: [] })).toEqual({ levels: null, never: null, guns: null });
});
