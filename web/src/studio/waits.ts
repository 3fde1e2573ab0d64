// What the user waits for, in words and seconds: an answer of the server, or a picture that is in the making.
import { el } from "../dom";
import type { Line } from "./line";

const WORDS: Record<string, string> = {
  list: "reading the folder",
  open: "opening the file",
  new: "making the file",
  push: "sending what was typed",
  rejoin: "bringing the texts together",
  hand: "moving the machine",
  place: "moving the point",
  set: "changing the text",
  remove: "changing the text",
  start: "starting the command",
  cancel: "ending the command",
  restore: "fetching the text of the result",
  compare: "comparing the results",
};
const PICTURE = "drawing the machine";
const AFTER = 700, // a shorter wait is not worth a word [ms]
  LOOK = 250;

export class Waits {
  private readonly words = el("span", {});
  private readonly seconds = el("span", { "aria-hidden": "true" }); // would be read aloud every second
  private drawing: number | null = null;
  constructor(
    readonly host: HTMLElement,
    readonly line: Line,
    readonly undrawn: () => boolean, // is a picture on its way that the text asks for?
  ) {
    host.append(el("i", { class: "turning", "aria-hidden": "true" }), this.words, " ", this.seconds);
    setInterval(() => this.look(), LOOK);
  }
  private look(): void {
    const now = performance.now(),
      asked = this.line.oldest((what) => what in WORDS);
    if (!this.undrawn()) this.drawing = null;
    else this.drawing ??= now;
    const found =
      asked && now - asked.since > AFTER
        ? { words: WORDS[asked.what], since: asked.since }
        : this.drawing !== null && now - this.drawing > AFTER
          ? { words: PICTURE, since: this.drawing }
          : null;
    this.host.hidden = !found;
    if (!found) return;
    const words = `${found.words}…`;
    if (this.words.textContent !== words) this.words.textContent = words;
    this.seconds.textContent = `${Math.round((now - found.since) / 1000)} s`;
  }
}
