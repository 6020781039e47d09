// The server: battles, scenarios, rules. Errors carry what the server says of them.
import type { Ending, Nation, Record as Kept } from "../generated/referee-answer";

export interface ArmyInfo {
  name: string;
  nation: Nation;
  units: number;
  stands: number;
}

export interface ScenarioInfo {
  name: string;
  title: string;
  period: string;
  date: string;
  turns: number;
  minutes?: number | null;
  armies: ArmyInfo[];
  table: [number, number];
  paragraph: string;
  map: string;
  thumbnail: string;
}

export interface ScenarioWhole extends ScenarioInfo {
  briefing: string;
}

export interface SeatInfo {
  kind: string;
  taken?: boolean;
  online?: boolean;
}

export interface BattleInfo {
  id: string;
  scenario: string;
  title: string;
  seats: SeatInfo[];
  yours: ("first" | "second")[];
  record: Kept;
  orders: number;
  over: boolean | Ending | null;
  /** Who gave the orders and why. */
  given?: { by: "first" | "second"; reason?: string | null }[];
  /** Where the ground is drawn. */
  map?: string;
}

export interface BattleLine {
  id: string;
  scenario: string;
  title: string;
  over: boolean | Ending | null;
  orders: number;
  seats?: SeatInfo[];
  yours?: ("first" | "second")[];
}

export interface Created {
  id: string;
  seats: { token: string | null; link: string | null }[];
  watch: string;
}

/** What the server pushes. */
export type Push =
  | { kind: "order"; n: number; order: string; dice: number[]; digest?: string; by: "first" | "second"; reason?: string | null }
  | { kind: "undo"; n: number }
  | { kind: "presence"; n?: undefined; orders: number; seats: SeatInfo[] }
  | { kind: "over"; n?: undefined }
  | { kind: "resigned"; n: number }
  | { kind: "done" | "wrong"; n?: number };

export interface RuleLine {
  id: string;
  title: string;
}

/** A rule of the ledger, whole. */
export interface Rule extends RuleLine {
  periods: string[];
  text: string;
  values: string;
  ruling: string;
  example: string;
  note: string;
  reason: string;
  columns?: string[] | null;
  rows?: string[][] | null;
}

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

async function ask<T>(path: string, body?: unknown): Promise<T> {
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
  const said = (await response.json().catch(() => null)) as { error?: { code?: string; message?: string; rule?: string } } | null;
  if (!response.ok) {
    const error = said?.error;
    throw new ApiError(response.status, error?.code ?? String(response.status), error?.message ?? response.statusText, error?.rule);
  }
  return said as T;
}

const seats = (name: string, tokens: (string | null)[]) =>
  tokens.filter((token): token is string => !!token).map((token) => `${name}=${encodeURIComponent(token)}`).join("&");

export const api = {
  scenarios: () => ask<ScenarioInfo[]>("/api/scenarios"),
  scenario: (name: string) => ask<ScenarioWhole>(`/api/scenarios/${name}`),
  create: (body: { scenario?: string; record?: unknown; seats: string[]; public?: boolean }) => ask<Created>("/api/battles", body),
  mine: (tokens: string[]) => ask<BattleLine[]>(`/api/battles?${seats("token", tokens)}`),
  public: () => ask<BattleLine[]>("/api/battles/public"),
  battle: (id: string, tokens: (string | null)[]) => ask<BattleInfo>(`/api/battles/${id}?${seats("seat", tokens)}`),
  order: (id: string, seat: string, after: number, order: string) => ask<Push>(`/api/battles/${id}/orders`, { seat, after, order }),
  undo: (id: string, seat: string, after: number) => ask<Push>(`/api/battles/${id}/undo`, { seat, after }),
  resign: (id: string, seat: string) => ask<Push>(`/api/battles/${id}/resign`, { seat }),
  join: (id: string, invitation: string) => ask<{ side: "first" | "second"; token: string }>(`/api/battles/${id}/join`, { invitation }),
  rules: (query: string) => ask<RuleLine[]>(`/api/rules?q=${encodeURIComponent(query)}`),
  rule: (id: string) => ask<Rule>(`/api/rules/${encodeURIComponent(id)}`),
};

/** The socket of a battle; what came after the orders that one knows of is told first. */
export function socket(id: string, tokens: (string | null)[], after: number): WebSocket {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}/api/battles/${id}/socket?${[`after=${after}`, seats("seat", tokens)].filter(Boolean).join("&")}`);
}
