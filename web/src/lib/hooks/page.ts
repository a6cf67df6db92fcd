/** Hooks of a page: its title and its prerendered state. */
import { t } from '@lingui/core/macro'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** Sets the browser tab's title. */
export function useTitle(screen: string): void {
  useEffect(() => {
    document.title = screen ? t`${screen} · WasteSense` : 'WasteSense'
  }, [screen])
}

/** Prefixes the title with `mark`; screens set the title as usual. */
export function useTitlePrefix(mark: string): void {
  useEffect(() => {
    const before = `${mark} · `
    const put = () => {
      if (!document.title.startsWith(before)) document.title = before + document.title
    }
    put()
    const changes = new MutationObserver(put)
    changes.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => changes.disconnect()
  }, [mark])
}

/**
 * Marks the page's root until hydration.
 * The event notifies web/form-replay.js that the app handles presses now.
 */
const ROOT = '#root[data-drawn]'
const HYDRATED_EVENT = 'taken-over'

/** Returns true if the build rendered the page of this address; see web/prerendered-pages.ts. */
export const isPrerendered = (root: HTMLElement, address: string): boolean => root.dataset.drawn === address

/** Releases the presses from before hydration. */
function releasePresses(root: HTMLElement): void {
  delete root.dataset.drawn
  root.dispatchEvent(new Event(HYDRATED_EVENT))
}

/** Lets the app handle presses on a page without a form. */
export function useHydrated(): void {
  useLayoutEffect(() => {
    const root = document.querySelector<HTMLElement>(ROOT)
    if (root) releasePresses(root)
  }, [])
}

/** Passes the text typed before hydration once, by field path; the form's own state lacks it. */
export function useTypedBeforeHydration(
  take: (typed: Record<string, string>) => void,
): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  const taken = useRef(take)
  useLayoutEffect(() => {
    const root = form.current?.closest<HTMLElement>(ROOT)
    if (!root) return
    const fields = [...(form.current?.querySelectorAll<HTMLInputElement>('input[data-path]') ?? [])]
    taken.current(Object.fromEntries(fields.map(({ dataset, value }) => [dataset.path, value])))
    releasePresses(root)
  }, [])
  return form
}
