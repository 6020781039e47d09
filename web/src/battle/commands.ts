// Who belongs to whom, so that a panel begins with a leader's own men.

interface Chain {
  name: string;
  superior?: string | null;
}

/** The units with those of a leader's own command first, else in their order. */
export function ownFirst(leader: string, units: string[], commander: (unit: string) => string | null): string[] {
  const own = (unit: string) => Number(commander(unit) === leader);
  return [...units].sort((a, b) => own(b) - own(a));
}

/** Who is left out of a check and will make none this turn: in reach of its leader nobody checks alone, and no other leader reaches him. */
export function leftOut(leader: string, picked: string[], commands: Map<string, string[]>): string[] {
  const others = new Set([...commands].filter(([name]) => name !== leader).flatMap(([, units]) => units));
  return leader ? (commands.get(leader) ?? []).filter((unit) => !picked.includes(unit) && !others.has(unit)) : [];
}

/** Of the offers those units that a leader should check: his own, else those of leaders under him, else the most that he can. */
export function ownOnly(leader: string, offers: string[][], commander: (unit: string) => string | null, leaders: Chain[]): string[] {
  const under = (unit: string) => {
    for (let name = commander(unit); name; name = leaders.find((one) => one.name === name)?.superior ?? null) if (name === leader) return true;
    return false;
  };
  const most = (of: (unit: string) => boolean) =>
    offers.map((units) => units.filter(of)).reduce<string[]>((best, units) => (units.length > best.length ? units : best), []);
  for (const of of [(unit: string) => commander(unit) === leader, under, () => true]) {
    const found = most(of);
    if (found.length) return found;
  }
  return [];
}
