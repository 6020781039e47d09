import { expect, it } from "vitest";
import { Refused, Referee, type Wire } from "./client";
import { Overtaken, Queue, type Question } from "./queue";

/** A referee who answers when he is told to, and what he was asked, in order. */
function desk() {
  const asked: string[] = [];
  const due: ((line: string) => void)[] = [];
  const wire: Wire = {
    send: (line) => {
      const question = JSON.parse(line) as Question;
      asked.push(String(question.order ?? question.unit ?? question.do));
      return new Promise((resolve) => due.push(resolve));
    },
    close: () => {},
  };
  /** Answers what is under way, and whatever comes after it. */
  const answer = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    for (let next = due.shift(); next; next = due.shift()) {
      next("{}");
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { wire, asked, answer };
}

/** A queue before such a referee. */
function waiting() {
  const { wire, asked, answer } = desk();
  const queue = new Queue((line) => wire.send(line, ""));
  return { ask: (question: Question) => queue.ask(JSON.stringify(question)), asked, answer };
}

it("what follows the cursor overtakes what can wait", async () => {
  const { ask, asked, answer } = waiting();
  const all = [{ do: "options" }, { do: "reach" }, { do: "threats" }, { do: "odds" }, { do: "steer" }].map((question) => ask(question));
  await answer();
  await Promise.all(all);
  expect(asked).toEqual(["steer", "odds", "threats", "options", "reach"]);
});

it("what comes while an answer is made may still be the next", async () => {
  const { ask, asked, answer } = waiting();
  const first = ask({ do: "options" });
  await Promise.resolve();
  await Promise.resolve();
  expect(asked).toEqual(["options"]);
  const all = [first, ask({ do: "reach" }), ask({ do: "steer" })];
  await answer();
  await Promise.all(all);
  expect(asked).toEqual(["options", "steer", "reach"]);
});

it("equals are answered in the order they came in", async () => {
  const { ask, asked, answer } = waiting();
  for (const order of ["a", "b", "c"]) void ask({ do: "odds", order });
  await answer();
  expect(asked).toEqual(["a", "b", "c"]);
});

it("how far a unit goes and all that it can do are both answered", async () => {
  const { ask, answer } = waiting();
  const both = [ask({ do: "reach", unit: "1st", bare: true }), ask({ do: "reach", unit: "1st" })];
  await answer();
  await expect(Promise.all(both)).resolves.toEqual(["{}", "{}"]);
});

it("nothing overtakes a change of the battle", async () => {
  const { ask, asked, answer } = waiting();
  for (const kind of ["view", "options", "apply", "steer", "undo", "asked"]) void ask({ do: kind });
  await answer();
  expect(asked).toEqual(["view", "options", "apply", "steer", "undo", "asked"]);
});

it("of reach, threats and advice only the newest is answered", async () => {
  const { ask, asked, answer } = waiting();
  void ask({ do: "view" });
  const stale = ask({ do: "reach", unit: "1st" });
  const fresh = ask({ do: "reach", unit: "2nd" });
  const threats = ask({ do: "threats", order: "here" });
  await expect(stale).rejects.toBeInstanceOf(Overtaken);
  await answer();
  await expect(Promise.all([fresh, threats])).resolves.toEqual(["{}", "{}"]);
  expect(asked).toEqual(["view", "here", "2nd"]);
});

it("a click is never dropped for the cursor that goes on", async () => {
  const { ask, asked, answer } = waiting();
  void ask({ do: "view" });
  const click = ask({ do: "steer", unit: "click" });
  void ask({ do: "steer", unit: "hover" });
  await answer();
  await expect(click).resolves.toBe("{}");
  expect(asked).toEqual(["click", "hover", "view"]);
});

it("previews of a battle that has gone on are dropped, what the page shows is not", async () => {
  const { ask, asked, answer } = waiting();
  void ask({ do: "asked" });
  const odds = ask({ do: "odds", order: "fire" });
  const view = ask({ do: "view" });
  const change = ask({ do: "apply", order: "done" });
  await expect(odds).rejects.toBeInstanceOf(Overtaken);
  await answer();
  await Promise.all([view, change]);
  expect(asked).toEqual(["asked", "view", "done"]);
});

it("a line that is lost does not stop those behind it", async () => {
  let sent = 0;
  const queue = new Queue(async () => (sent++ ? "{}" : Promise.reject(new Error("lost"))));
  const [lost, next] = [queue.ask('{"do":"view"}'), queue.ask('{"do":"asked"}')];
  await expect(lost).rejects.toThrow("lost");
  await expect(next).resolves.toBe("{}");
});

it("long questions have a referee of their own, who goes through the same changes", async () => {
  const [quick, long] = [desk(), desk()];
  const referee = new Referee(quick.wire, long.wire);
  const all = [
    { do: "load" },
    { do: "options" },
    { do: "steer", unit: "1st" },
    { do: "apply", order: "done" },
    { do: "reach", unit: "1st" },
    { do: "view" },
  ].map((question) => referee.ask(question));
  await quick.answer();
  // The long ones are not waited for.
  expect(quick.asked).toEqual(["load", "1st", "done", "view"]);
  await long.answer();
  await Promise.all(all);
  expect(long.asked).toEqual(["load", "options", "done", "1st"]);
});

it("a refusal is thrown with what the referee says", async () => {
  const referee = new Referee({ send: async () => JSON.stringify({ error: { code: "no-odds", message: "none" } }), close: () => {} });
  await expect(referee.ask({ do: "odds" })).rejects.toBeInstanceOf(Refused);
});
