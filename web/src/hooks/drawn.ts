/** A form that was on screen before the app was: what was typed and pressed until then is taken over, nothing is typed twice. */
import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Marks the page's root while it is only drawn, and tells what holds the presses that the app is there; see web/held.js. */
const ROOT = '#root[data-drawn]'
const TAKEN_OVER = 'taken-over'

/** Whether the page at this address was drawn by the build and waits for the app; see web/drawn-pages.ts. */
export const isDrawn = (root: HTMLElement, address: string): boolean => root.dataset.drawn === address

/** Acts on what was pressed before there was an app. */
function takeOver(root: HTMLElement): void {
  delete root.dataset.drawn
  root.dispatchEvent(new Event(TAKEN_OVER))
}

/** For a page without a form: from now on the app acts on what is pressed. */
export function useTakenOver(): void {
  useLayoutEffect(() => {
    const root = document.querySelector<HTMLElement>(ROOT)
    if (root) takeOver(root)
  }, [])
}

/** Gives what was typed, by the path of its field, once; the form's own state knows nothing of it. */
export function useTypedBefore(take: (typed: Record<string, string>) => void): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  const taken = useRef(take)
  useLayoutEffect(() => {
    const root = form.current?.closest<HTMLElement>(ROOT)
    if (!root) return
    const fields = [...(form.current?.querySelectorAll<HTMLInputElement>('input[data-path]') ?? [])]
    taken.current(Object.fromEntries(fields.map(({ dataset, value }) => [dataset.path, value])))
    takeOver(root)
  }, [])
  return form
}
