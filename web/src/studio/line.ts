// The line to the server: questions with their answers, news, and a new line when one breaks.
export type Message = Record<string, unknown> & { ok?: boolean; message?: string };
type Listener = (news: Message) => void;
interface Question {
  what: string;
  text: string;
  since: number;
  sent: boolean;
  answer: (answer: Message) => void;
}
const LONGEST = 8_000_000; // bytes of a message; the server closes the line on longer ones
// questions that may be asked twice: after a break they are asked again, and nobody notices
const REPEATED = new Set(["list", "open", "module", "compare", "keep_sketch"]);

export class Line {
  private socket: WebSocket | null = null;
  private next = 1;
  private waiting = new Map<number, Question>();
  private listeners = new Map<string, Listener[]>();
  connected: (on: boolean) => void = () => {};
  get open(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }
  constructor() {
    this.connect();
  }
  private connect(): void {
    const socket = new WebSocket(`ws://${location.host}/line`);
    this.socket = socket;
    socket.onopen = () => {
      this.connected(true);
      for (const question of this.waiting.values()) if (!question.sent) this.send(question);
    };
    socket.onmessage = (event) => this.take(JSON.parse(event.data as string) as Message);
    socket.onclose = () => {
      for (const [id, question] of [...this.waiting]) {
        question.sent = false;
        if (REPEATED.has(question.what)) continue;
        this.waiting.delete(id);
        question.answer({
          ok: false,
          broken: true,
          message: "the line to the studio broke before the answer came: it connects again by itself. Try again then.",
        });
      }
      this.connected(false);
      setTimeout(() => this.connect(), 700);
    };
  }
  private send(question: Question): void {
    question.sent = true;
    this.socket!.send(question.text);
  }
  private take(message: Message): void {
    if (typeof message.event === "string") {
      for (const listener of this.listeners.get(message.event) ?? []) listener(message);
      return;
    }
    const question = this.waiting.get(message.id as number);
    this.waiting.delete(message.id as number);
    question?.answer(message);
  }
  on(event: string, listener: Listener): void {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
  }
  ask(what: string, given: object = {}): Promise<Message> {
    const id = this.next++,
      text = JSON.stringify({ id, do: what, ...given });
    if (text.length > LONGEST / 3 && new Blob([text]).size > LONGEST)
      return Promise.resolve({ ok: false, message: `it has more than ${LONGEST} bytes: use a smaller text.` });
    return new Promise((answer) => {
      const question = { what, text, since: performance.now(), sent: false, answer };
      this.waiting.set(id, question);
      if (this.open) this.send(question);
    });
  }
  // the question that has waited longest for its answer, of those that are named
  oldest(named: (what: string) => boolean): { what: string; since: number } | null {
    for (const question of this.waiting.values()) if (named(question.what)) return question;
    return null;
  }
}
