// The server: battles, scenarios, rules. Errors carry what the server says of them.
import type { Accept, Begun, Done, Join, Joined, ListedBattle, ListedScenario, NewBattle, NewOrder, Refusal, Resign, Rule, RulesShow, ShownBattle, ShownScenario, Undo } from "../generated/server";

/** What the server refuses, with its code and where there is one the rule. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly rule?: string,
  ) {
    super(message);
  }
}

async function ask<T, B = undefined>(path: string, body?: B): Promise<T> {
  const init: RequestInit =
    body === undefined
      ? {}
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new ApiError(0, "network", "");
  }
  const said = (await response.json().catch(() => null)) as Partial<Refusal> | null;
  if (!response.ok) {
    const error = said?.error;
    throw new ApiError(response.status, error?.code ?? String(response.status), error?.message ?? response.statusText, error?.rule ?? undefined);
  }
  return said as T;
}

const seats = (name: string, tokens: (string | null)[]) =>
  tokens.filter((token): token is string => !!token).map((token) => `${name}=${encodeURIComponent(token)}`).join("&");

export const api = {
  scenarios: () => ask<ListedScenario[]>("/api/scenarios"),
  scenario: (name: string) => ask<ShownScenario>(`/api/scenarios/${name}`),
  create: (body: NewBattle) => ask<Begun, NewBattle>("/api/battles", body),
  mine: (tokens: string[]) => ask<ListedBattle[]>(`/api/battles?${seats("token", tokens)}`),
  public: () => ask<ListedBattle[]>("/api/battles/public"),
  battle: (id: string, tokens: (string | null)[]) => ask<ShownBattle>(`/api/battles/${id}?${seats("seat", tokens)}`),
  order: (id: string, seat: string, after: number, order: string) => ask<Done, NewOrder>(`/api/battles/${id}/orders`, { seat, after, order }),
  undo: (id: string, seat: string, after: number) => ask<Done, Undo>(`/api/battles/${id}/undo`, { seat, after }),
  resign: (id: string, seat: string) => ask<Done, Resign>(`/api/battles/${id}/resign`, { seat }),
  surrender: (id: string, seat: string) => ask<Done, Accept>(`/api/battles/${id}/surrender`, { seat }),
  join: (id: string, invitation: string) => ask<Joined, Join>(`/api/battles/${id}/join`, { invitation }),
  rules: (query: string) => ask<Rule[]>(`/api/rules?q=${encodeURIComponent(query)}`),
  rule: (id: string) => ask<RulesShow>(`/api/rules/${encodeURIComponent(id)}`),
};

/** The socket of a battle; what came after the orders that one knows of is told first. */
export function socket(id: string, tokens: (string | null)[], after: number): WebSocket {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}/api/battles/${id}/socket?${[`after=${after}`, seats("seat", tokens)].filter(Boolean).join("&")}`);
}
