/** Page hooks: the title, and the change from prerendered HTML to the app. */
import { t } from '@lingui/core/macro'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { i18n } from '#web/lib/language/language.tsx'

/** Sets the browser tab's title. */
export function useTitle(screen: string): void {
  useEffect(() => {
    document.title = screen ? t`${screen} · WasteSense` : 'WasteSense'
  }, [screen])
}

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
 * Matches the root element until the app handles presses itself.
 * `HYDRATED_EVENT` then notifies web/form-replay.js, which has recorded the presses.
 */
const ROOT = '#root[data-drawn]'
const HYDRATED_EVENT = 'taken-over'

/** Returns whether this address was rendered at build time (web/prerendered-pages.ts). */
export const isPrerendered = (root: HTMLElement, address: string): boolean => root.dataset.drawn === address

/** Tells web/form-replay.js to repeat the presses from before hydration. */
function releasePresses(root: HTMLElement): void {
  delete root.dataset.drawn
  root.dispatchEvent(new Event(HYDRATED_EVENT))
}

/** Signals that the app handles presses, on pages without a form. */
export function useSignalHydrated(): void {
  useLayoutEffect(() => {
    const root = document.querySelector<HTMLElement>(ROOT)
    if (root) releasePresses(root)
  }, [])
}

/** Values of a form being replaced, until the new form takes them. */
let replacedForm: { path: string; values(): unknown } | undefined

/**
 * Remembers a prerendered page's fields, because the app would lose typed text.
 * A replaced field still has its value.
 */
export function captureTypedText(root: HTMLElement): void {
  const fields = [...root.querySelectorAll<HTMLInputElement>('input[data-path]')]
  const values = () => Object.fromEntries(fields.map(({ dataset, value }) => [dataset.path, value]))
  replacedForm = { path: window.location.pathname, values }
}

interface TypedForm<V> {
  getValues(): V
  setValues(values: Partial<V>): void
}

/**
 * Fills a form with text typed before hydration or a language change.
 * Returns a ref for the form, whose fields have `data-path`.
 * A form submitted before hydration is submitted again when ready.
 */
export function useRestoredInput<V>(form: TypedForm<V>, isReady = true): RefObject<HTMLFormElement | null> {
  const element = useRef<HTMLFormElement>(null)
  const latest = useRef(form)
  useLayoutEffect(() => {
    latest.current = form
  })
  useLayoutEffect(() => {
    const { locale } = i18n
    const path = window.location.pathname
    const root = element.current?.closest<HTMLElement>(ROOT)
    if (root && !replacedForm) captureTypedText(root)
    if (replacedForm?.path === path) latest.current.setValues(replacedForm.values() as Partial<V>)
    replacedForm = undefined
    return () => {
      if (i18n.locale === locale) return
      const values = latest.current.getValues()
      replacedForm = { path, values: () => values }
    }
  }, [])
  useLayoutEffect(() => {
    const root = element.current?.closest<HTMLElement>(ROOT)
    if (root && isReady) releasePresses(root)
  }, [isReady])
  return element
}
