// A body that is dragged follows the pointer as far as its loops allow; the ground turns the view.
import { under } from "./picking";
import type { Viewer } from "./viewer";

const SLOW = 30; // [ms] of a picture, beyond which the view is drawn with less effort: hand and body stay together

export interface Hand {
  free: () => boolean; // whether bodies may be dragged now
  move: (body: number, point: number[], target: number[]) => Promise<void>; // a point in the axes of the body, and where it should be
  settle: () => void;
  ahead?: number; // moves that may be under way until they are drawn; without it one, until it is answered
}
export function grip(viewer: Viewer, hand: Hand): void {
  const { canvas } = viewer,
    view = canvas.parentElement!;
  let held: { body: number; point: number[]; moved: boolean; pointer: number } | null = null,
    next: number[] | null = null,
    running = 0,
    begun = 0; // when the hand went on after a rest
  const done = (): void => {
    running--;
    work();
  };
  const work = (): void => {
    while (held && next && running < (hand.ahead ?? 1)) {
      const target = next;
      next = null;
      if (!running++) begun = performance.now();
      void hand.move(held.body, held.point, target).finally(() => {
        if (hand.ahead) requestAnimationFrame(done);
        else done();
      });
    }
  };
  // where the processor draws, pictures take its time from what moves the machine: then it counts how often the body moves
  let last = 0,
    count = 0;
  const watch = (now: number): void => {
    const fresh = !viewer.software || viewer.pictures !== count;
    count = viewer.pictures;
    if (last && fresh) viewer.pace(now - (viewer.software ? Math.max(last, begun) : last), SLOW);
    if (!last || fresh) last = now;
    if (!held) last = 0;
    viewer.hold(!!held);
    if (held) requestAnimationFrame(watch);
  };
  canvas.addEventListener(
    "pointerdown",
    (e) => {
      const hit = hand.free() && e.button === 0 && !e.shiftKey ? viewer.under(e) : null;
      if (hit)
        held = {
          body: hit.body,
          point: viewer.local(hit.body, hit.point).toArray(),
          moved: false,
          pointer: e.pointerId,
        };
    },
    true,
  );
  canvas.addEventListener(
    "pointermove",
    (e) => {
      if (!held || e.pointerId !== held.pointer) return;
      e.stopPropagation();
      if (!held.moved) requestAnimationFrame(watch);
      held.moved = true;
      next = under(
        e,
        canvas,
        viewer.eye.camera(view.clientWidth, view.clientHeight),
        viewer.point([held.body, ...held.point]),
      ).toArray();
      work();
    },
    true,
  );
  for (const end of ["pointerup", "pointercancel"] as const)
    canvas.addEventListener(
      end,
      () => {
        const moved = held?.moved;
        held = null;
        next = null;
        if (moved) hand.settle();
      },
      true,
    );
}
