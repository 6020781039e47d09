// The rules in chapters, by the beginnings of their names.
import type { Rule } from "../generated/server";

export interface Chapter {
  title: string;
  rules: Rule[];
}

/** Rules under the headings of their chapters, in the order of the chapters; what fits none stands last. */
export function chapters(rules: Rule[], parts: [string, string[]][], others: string): Chapter[] {
  const of = (rule: Rule) => parts.findIndex(([, begins]) => begins.includes(rule.id.split("-")[0] ?? ""));
  const all: Chapter[] = [...parts.map(([title]) => ({ title, rules: [] as Rule[] })), { title: others, rules: [] }];
  for (const rule of rules) all.at(of(rule))?.rules.push(rule);
  return all.filter((chapter) => chapter.rules.length);
}

/** The rules that hold in a war; of all wars if none is chosen. */
export function inWar(rules: Rule[], war: string | null): Rule[] {
  return war ? rules.filter((rule) => rule.periods.includes(war)) : rules;
}
