// The line to the server: questions with their answers, news, and a new line when one breaks.
export type Message = Record<string, unknown> & { ok?: boolean; message?: string };
type Listener = (news: Message) => void;

export class Line {
  private socket: WebSocket | null = null;
  private next = 1;
  private waiting = new Map<number, (answer: Message) => void>();
  private listeners = new Map<string, Listener[]>();
  private queue: string[] = [];
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
      for (const text of this.queue.splice(0)) socket.send(text);
    };
    socket.onmessage = (event) => this.take(JSON.parse(event.data as string) as Message);
    socket.onclose = () => {
      for (const answer of this.waiting.values())
        answer({ ok: false, broken: true, message: "the line to the studio broke: it connects again by itself." });
      this.waiting.clear();
      this.connected(false);
      setTimeout(() => this.connect(), 700);
    };
  }
  private take(message: Message): void {
    if (typeof message.event === "string") {
      for (const listener of this.listeners.get(message.event) ?? []) listener(message);
      return;
    }
    const answer = this.waiting.get(message.id as number);
    this.waiting.delete(message.id as number);
    answer?.(message);
  }
  on(event: string, listener: Listener): void {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
  }
  ask(what: string, given: object = {}): Promise<Message> {
    const id = this.next++,
      text = JSON.stringify({ id, do: what, ...given });
    return new Promise((done) => {
      this.waiting.set(id, done);
      if (this.open) this.socket!.send(text);
      else this.queue.push(text);
    });
  }
}
