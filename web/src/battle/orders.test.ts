import { describe, expect, it } from "vitest";
import { cardWords, chargeWays, checkOrder, differences, fireOrder, isByHand, isDrive, isIdle, isReady, isSilentHold, list, maneuverGroup, maneuverWords, offered, orderWords, plainest, quoted, reminded, specialName, told, undone, withoutSteel, type Told } from "./orders";

describe("what is easily overlooked", () => {
  it("a gun that holds gives up its fire only where it could fire", () => {
    const [hold, fire, other] = ['"Duncan": gun 1 hold', '"Duncan": gun 1 fire', '"Duncan": gun 2 fire'].map(told) as [Told, Told, Told];
    expect(isSilentHold(hold, [hold, fire])).toBe(true);
    expect(isSilentHold(hold, [hold, other])).toBe(false);
    expect(isSilentHold(told('"5th US": hold'), [fire])).toBe(false);
  });

  it("only who is offered an order is said to be left undone", () => {
    const offers = [told('fire at "1st Line": "8th US"'), told("done")];
    expect(undone([{ kind: "could-fire", units: ["4th US", "8th US"] }, { kind: "low", units: ["4th US"] }], offers)).toEqual([{ kind: "could-fire", units: ["8th US"] }]);
  });
});

describe("orders are read for whom they are about", () => {
  it("a check has its leader and units", () => {
    const one = told('check "Colonel, Ohio Brigade": "2nd Ohio", "3rd Ohio"');
    expect(one).toMatchObject({ kind: "check", leader: "Colonel, Ohio Brigade", units: ["2nd Ohio", "3rd Ohio"] });
  });

  it("a check alone has no leader", () => {
    const one = told('check alone: "Two 8-pounders"');
    expect(one.leader).toBeUndefined();
    expect(one.units).toEqual(["Two 8-pounders"]);
  });

  it("a volley has its target before those who fire", () => {
    expect(told('fire at "4th Line": "5th US", "8th US" stands 1 2')).toMatchObject({ kind: "fire", target: "4th Line", units: ["5th US", "8th US"] });
  });

  it("a unit's name may have a colon and its order a number of a gun", () => {
    const one = told('"Battery: A": gun 2 move wheel left 45, advance 11.2, unlimber S fire');
    expect(one).toMatchObject({ kind: "unit", unit: "Battery: A", gun: 2 });
    expect(one.rest.startsWith("gun 2 move")).toBe(true);
  });

  it("numbers in names are no places", () => {
    expect(told('leader "Taylor" to 20.5,30').to).toEqual([20.5, 30]);
    expect(told('attach "Col. 1,2" to "5th US"').to).toBeUndefined();
  });

  it("what is written for the referee is read again", () => {
    expect(told(checkOrder("Garland", ["3rd US", "4th US"]))).toMatchObject({ leader: "Garland", units: ["3rd US", "4th US"] });
    expect(told(checkOrder(undefined, ["3rd US"]))).toMatchObject({ kind: "check", units: ["3rd US"] });
    expect(told(fireOrder("4th Line", ["5th US"]))).toMatchObject({ target: "4th Line", units: ["5th US"] });
    expect(quoted('the "Old" 5th')).toBe('"the \\"Old\\" 5th"');
  });
});

describe("orders are said in words", () => {
  it.each([
    ["gun 1 pivot 179", "Pivot facing south"],
    ["gun 1 haul left 45 2", "Haul left 45°, 2″"],
    ["move oblique left 45 8.624", "Oblique left 45°, 8.6″"],
    ["move oblique back right 15 7.6", "Fall back obliquely right 15°, 7.6″"],
    ["move wheel left 15, advance 3.9", "Wheel left 15°, advance 3.9″"],
    ["change to march column at 25.5,15.125 facing W then advance 8", "Form march column facing west then advance 8″"],
    ["front right 30 backward", "Change front right 30°, backward"],
    ["flank left 6", "March by the left flank, 6″"],
    ["hold refuse left 4 45", "Hold, refuse 4 stands on the left, 45°"],
    ["hold refuse right 1 45", "Hold, refuse 1 stand on the right, 45°"],
    ["gun 1 unlimber WSW fire", "Unlimber facing west-south-west and fire"],
    ["gun 1 fire", "Stand, ready to fire in the fire phase"],
    ["move advance 8 disordered", "Advance 8″, by a full move that disorders it"],
    ['charge "1st Carolina" wheel left 10 disordered', "Charge 1st Carolina, wheel left 10°, by a full move that disorders it"],
    ["gun 1 limber", "Limber to the rear"],
    ["gun 1 limber, move advance 6", "Limber to the rear, advance 6″"],
    ["gun 1 limber N, move advance 6, unlimber NE", "Limber facing north, advance 6″, then unlimber facing north-east"],
    ["gun 1 limber 12.5, move wheel left 20, advance 6", "Limber facing north-north-east, wheel left 20°, advance 6″"],
    ["move road 9", "Along the road 9″"],
    ["rear rank", "Face about"],
    ['charge "1st Carolina" wheel left 10', "Charge 1st Carolina, wheel left 10°"],
  ])("%s", (rest, said) => expect(maneuverWords(rest)).toBe(said));

  it("a card tells where a unit looks by the compass, and nothing by the numbers of the map", () => {
    expect(cardWords("8 stands, fresh, line, at 22.5,36 facing 172°")).toBe("8 stands, fresh, line, facing south");
    expect(cardWords("1 stand, fresh, unlimbered, at 44,13 facing N")).toBe("1 stand, unlimbered, facing north");
    expect(cardWords('near: enemies Light infantry 17" SSE; friends none')).toBe("near: enemies Light infantry 17″ south-south-east; friends none");
  });

  it("every kind of order has a sentence", () => {
    expect(orderWords(told('attach "Garland" to "5th US"'))).toBe("Garland joins 5th US");
    expect(orderWords(told('"Ker": countercharge "Lancers" with cold steel'))).toBe("Ker: countercharge Lancers with cold steel");
    expect(orderWords(told('pick "Guns" gun 2'))).toBe("Guns, gun 2");
    expect(orderWords(told('enter "9th US" at 40,0'))).toBe("9th US comes on at 40″ east, 0″ north");
    expect(list(["a", "b", "c"])).toBe("a, b and c");
  });
});

describe("maneuvers stand under their heading", () => {
  it.each([
    ['"A": move advance 6', "move"],
    ['"A": move wheel left 15, advance 2', "turn"],
    ['"A": move oblique back left 15 3', "back"],
    ['"A": change to line', "form"],
    ['"A": front left 60', "turn"],
    ['"A": flank left 4', "move"],
    ['"A": charge "B"', "charge"],
    ['"A": gun 1 pivot NE fire', "turn"],
    ['"A": gun 1 limber, move advance 6', "move"],
    ['"A": gun 1 limber N, move advance 6', "move"],
    ['"A": gun 1 limber 12.5', "form"],
    ['"A": replenish', "fire"],
    ['"A": hold refuse left 4 45', "turn"],
    ['"A": pass through "B": withdraw 6', "back"],
    ['"A": hold', "hold"],
  ])("%s", (order, group) => expect(maneuverGroup(told(order))).toBe(group));
});

it("of many maneuvers of a kind the plainest are shown first, of few all", () => {
  const oblique = (angle: number) => told(`"A": move oblique left ${angle} 6`);
  const all = [oblique(5), oblique(10), oblique(15), oblique(20), oblique(45), told('"A": move advance 6'), told('"A": move advance 12'), oblique(25), told('"A": flank right 6'), oblique(30)];
  const shown = plainest(all).map((one) => one.rest);
  expect(shown).toEqual(["move advance 12", "move advance 6", "flank right 6", "move oblique left 45 6", "move oblique left 30 6", "move oblique left 5 6"]);
  expect(plainest(all.slice(0, 4))).toHaveLength(4);
});

it("a rule of the battle is known by its name, and who uses it", () => {
  const one = told('use "Grass fire": "Churchill\'s 18-pounders"');
  expect([specialName(one), one.unit]).toEqual(["Grass fire", "Churchill's 18-pounders"]);
  expect(specialName(told('"A": hold'))).toBe(null);
});

it("answers and what follows a charge are told in words of the table", () => {
  const words = (rest: string) => orderWords(told(`"5th US": ${rest}`));
  expect(words("hasty square")).toBe("5th US: form a hasty square");
  expect(words("press on")).toBe("5th US: press on after them with the move that is left");
  expect(words("carry")).toBe("5th US: carry the position");
  expect(orderWords(told('"Guns": gun 1 shelter in "5th US"'))).toBe("Guns, gun 1: gunners shelter with 5th US");
  expect(orderWords(told("done"))).toBe("Done");
});

describe("what a unit may do is told so that it can be chosen", () => {
  const gun = (rest: string) => told(`"Guns": gun 1 ${rest}`);

  it("to stand ready to fire is known, and to go by hand", () => {
    expect(["fire", "hold", "pivot S fire", "haul 2", "prolong 6", "limber, move advance 8"].map((rest) => [isReady(gun(rest)), isByHand(gun(rest))])).toEqual([
      [true, false], [false, false], [false, false], [false, true], [false, true], [false, false],
    ]);
  });

  it("a gun that turns to an enemy says to whom, and else how far, where the words are the same", () => {
    const all = ["pivot S", "pivot 179.83", "pivot 176.5", "pivot N"].map(gun);
    const found = differences(all, (heading) => (heading === 176.5 ? "6th Line" : null));
    expect(all.map((one) => maneuverWords(one.rest) + (found.get(one.order) ?? ""))).toEqual(["Pivot facing south", "Pivot facing south (179.8°)", "Pivot facing south, towards 6th Line", "Pivot facing north"]);
  });

  it("a move that hardly stirs has no line", () => {
    expect([told('"A": move advance 0.022'), told('"A": move advance 6'), told('"A": hold')].map(isIdle)).toEqual([true, false, false]);
  });

  it("the plain charge at a target stands first, one that disorders apart unless it is the only one", () => {
    const charges = ['charge "B" disordered', 'charge "B" with cold steel', 'charge "B"', 'charge "C" disordered'].map((rest) => told(`"A": ${rest}`));
    const { plain, others } = chargeWays(charges);
    expect(plain.map((one) => one.rest)).toEqual(['charge "B"', 'charge "B" with cold steel', 'charge "C" disordered']);
    expect(others.map((one) => one.rest)).toEqual(['charge "B" disordered']);
  });
});

it("a charge with cold steel goes the way of the one without, its wheel too", () => {
  const ways = ['charge "B"', 'charge "B" wheel left 15', 'charge "B" wheel left 15 disordered'].map((rest) => `"A": ${rest}`);
  for (const way of ways) expect([withoutSteel(`${way} with cold steel`), withoutSteel(way)]).toEqual([way, way]);
});

it("a reminder is known again, and is another in the next turn or for other units", () => {
  const one = [{ kind: "could-fire", units: ["a", "b"] }];
  expect(reminded(one, 3, "offensive")).toBe(reminded([{ kind: "could-fire", units: ["b", "a"] }], 3, "offensive"));
  expect(reminded(one, 4, "offensive")).not.toBe(reminded(one, 3, "offensive"));
  expect(reminded([{ kind: "could-fire", units: ["a"] }], 3, "offensive")).not.toBe(reminded(one, 3, "offensive"));
});

it("a drive leaves a gun on its limber", () => {
  for (const rest of ["gun 1 move advance 5", "gun 2 limber S, move wheel left 45, advance 3"]) expect(isDrive(told(`"Duncan": ${rest}`))).toBe(true);
  for (const rest of ["gun 1 move advance 5, unlimber S", "gun 1 haul 1", "gun 1 limber S", "move advance 5"]) expect(isDrive(told(`"Duncan": ${rest}`))).toBe(false);
});

it("an order that comes twice is offered once", () => {
  expect(offered(['"Duncan": gun 1 pivot S', "done", '"Duncan": gun 1 pivot S']).map(({ order }) => order)).toEqual(['"Duncan": gun 1 pivot S', "done"]);
});
