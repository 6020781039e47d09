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

/** Words of headings that nobody looks for. */
const SMALL = ["the", "and", "of", "a", "to", "what", "can", "do"];

/** Is it the chapter of this title that somebody looks for? Every word begins one of its own. */
export function isChapter(title: string, query: string): boolean {
  const words = (said: string) => said.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter((word) => word && !SMALL.includes(word));
  const [wanted, own] = [words(query), words(title)];
  return wanted.length > 0 && wanted.every((word) => word.length > 2 && own.some((other) => other.startsWith(word)));
}

/** What a search found, with all rules of the chapters that are called so; each once. */
export function searched(found: Rule[], all: Rule[], query: string, parts: [string, string[]][]): Rule[] {
  const begins = parts.filter(([title]) => isChapter(title, query)).flatMap(([, ids]) => ids);
  const known = new Set(found.map((rule) => rule.id));
  return [...found, ...all.filter((rule) => !known.has(rule.id) && begins.includes(rule.id.split("-")[0] ?? ""))];
}
