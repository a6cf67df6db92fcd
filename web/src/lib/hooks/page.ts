/** Hooks of a page: its title and its prerendered state. */
import { t } from '@lingui/core/macro'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { i18n } from '#web/lib/language/i18n.ts'

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

/** Reads the values of a form that is rendered anew, until its successor takes them. */
let replaced: { path: string; values(): unknown } | undefined

/**
 * Keeps what is typed into a prerendered page until the app replaces it.
 * A replaced field still has its value.
 */
export function keepTyped(root: HTMLElement): void {
  const fields = [...root.querySelectorAll<HTMLInputElement>('input[data-path]')]
  const values = () => Object.fromEntries(fields.map(({ dataset, value }) => [dataset.path, value]))
  replaced = { path: window.location.pathname, values }
}

interface TypedForm<V> {
  getValues(): V
  setValues(values: Partial<V>): void
}

/**
 * Gives a form what was typed before hydration, or before a change of language replaced it.
 * Returns the ref of its form element; fields are found by `data-path`.
 * A submit from before hydration is repeated once the form is ready.
 */
export function useTyped<V>(form: TypedForm<V>, isReady = true): RefObject<HTMLFormElement | null> {
  const element = useRef<HTMLFormElement>(null)
  const latest = useRef(form)
  useLayoutEffect(() => {
    latest.current = form
  })
  useLayoutEffect(() => {
    const { locale } = i18n
    const path = window.location.pathname
    const root = element.current?.closest<HTMLElement>(ROOT)
    if (root && !replaced) keepTyped(root)
    if (replaced?.path === path) latest.current.setValues(replaced.values() as Partial<V>)
    replaced = undefined
    return () => {
      if (i18n.locale === locale) return
      const values = latest.current.getValues()
      replaced = { path, values: () => values }
    }
  }, [])
  useLayoutEffect(() => {
    const root = element.current?.closest<HTMLElement>(ROOT)
    if (root && isReady) releasePresses(root)
  }, [isReady])
  return element
}
