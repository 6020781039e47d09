import { describe, expect, it } from "vitest";
import type { Unit } from "../generated/referee-answer";
import { broken, condition, shortNames, unitTexts } from "./names";

const unit = (more: Partial<Unit>): Unit => ({ id: 1, name: "5th US Infantry", label: "5th US Infantry 9/7/5 Vet", strength: 7, level: "fresh", order: "good-order", arm: "infantry", ...more }) as Unit;

describe("short names", () => {
  it("are known again", () => {
    const short = shortNames(["1st US Infantry (Nicholas)", "1st Ligero", "Ringgold's Company C, 3rd Artillery", "Artillery Battalion (Childs)", "31st, 60th, 61st Georgia", "8th (King's) Foot"]);
    expect([...short.values()]).toEqual(["1st US Inf", "1st Ligero", "Ringgold's Co C", "Artillery Bn", "31st, 60th, 61st", "8th (King's) Foot"]);
  });

  it("do not take one unit for another", () => {
    const names = [
      "2nd Dragoons, May's squadron", "2nd Dragoons, Ker's squadron",
      "1st Foot", "1st Foot, three companies (Brereton)", "1st Foot, seven companies (Gordon)",
      "Light Cavalry of Mexico, right squadron", "Light Cavalry of Mexico, left squadron",
      "Active battalions of Jalisco, Lagos and Queretaro", "Active battalions of Celaya, Morelia and Aguascalientes",
      "2nd Virginia", "2nd Virginia companies with Ashby", "4th US Infantry", "4th Line Infantry (Uraga)",
    ];
    const short = [...shortNames(names).values()];
    expect(new Set(short).size).toBe(names.length);
    expect(short.slice(0, 2)).toEqual(["2nd Dragoons, May's", "2nd Dragoons, Ker's"]);
    expect(short.slice(-2)).toEqual(["4th US Inf", "4th Line Inf"]);
  });
});

describe("what is written of a unit", () => {
  it("ends with the stands that are left, as long as there is room", () => {
    expect(unitTexts(unit({}), "5th US Inf", false)).toEqual([["5th US Infantry 7"], ["5th US Inf 7"], ["5th US Inf"]]);
  });

  it("tells what it suffers, and its ratings where one looks closely", () => {
    const worn = unit({ level: "worn", order: "disordered" });
    expect(condition(worn)).toBe("worn · disordered");
    expect(unitTexts(worn, "5th US Inf", false)[0]).toEqual(["5th US Infantry 7", "worn · disordered"]);
    expect(unitTexts(worn, "5th US Inf", true)[0]).toEqual(["5th US Infantry 7", "9/7/5 Vet · worn · disordered"]);
    expect(unitTexts(unit({ name: "Drum's section", label: "Drum's section 2 stands Elt", strength: 2 }), "Drum's section", true)[0]).toEqual(["Drum's section 2", "Elt"]);
  });

  it("keeps the worst of it with the shortest name", () => {
    for (const texts of unitTexts(unit({ level: "worn", order: "disordered" }), "5th US Inf", false)) expect(texts.join(" ")).toContain("disordered");
    for (const texts of unitTexts(unit({ level: "spent" }), "5th US Inf", true)) expect(texts.join(" ")).toContain("spent");
    const silenced = unitTexts(unit({ name: "Duncan", label: "Duncan 2 stands Elt", strength: 2, arm: "guns", guns: [["silenced"], []] }), "Duncan", false);
    expect(silenced.at(-1)).toEqual(["Duncan · 1 gun silenced"]);
    expect(unitTexts(unit({ level: "worn" }), "5th US Inf", false).at(-1)).toEqual(["5th US Inf"]);
  });

  it("a long name of a place is broken in the middle", () => {
    expect(broken("South block of the mill", "★3:4")).toEqual([["South block of the mill ★3:4"], ["South block of", "the mill ★3:4"], ["South block of the mill"]]);
    expect(broken("Redoubt", "★2")).toEqual([["Redoubt ★2"], ["Redoubt"]]);
  });
});
