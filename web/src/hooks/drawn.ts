/** A form that was on screen before the app was: what was typed and pressed until then is taken over, nothing is typed twice. */
import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Marks the page's root while it is only drawn, and tells what holds the presses that the app is there; see web/held.js. */
const ROOT = '#root[data-drawn]'
const TAKEN_OVER = 'taken-over'

/** Whether the page at this address was drawn by the build and waits for the app; see web/drawn-pages.ts. */
export const isDrawn = (root: HTMLElement, address: string): boolean => root.dataset.drawn === address

/** Gives what was typed, by the path of its field, once; the form's own state knows nothing of it. */
export function useTypedBefore(take: (typed: Record<string, string>) => void): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  const taken = useRef(take)
  useLayoutEffect(() => {
    const root = form.current?.closest<HTMLElement>(ROOT)
    if (!root) return
    const fields = [...(form.current?.querySelectorAll<HTMLInputElement>('input[data-path]') ?? [])]
    taken.current(Object.fromEntries(fields.map(({ dataset, value }) => [dataset.path, value])))
    delete root.dataset.drawn
    root.dispatchEvent(new Event(TAKEN_OVER))
  }, [])
  return form
}
