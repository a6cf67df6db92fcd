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
 * Selector of the prerendered root element until the app handles clicks itself.
 * The event `HYDRATED_EVENT` then tells web/form-replay.js to repeat the clicks that it recorded.
 */
const ROOT = '#root[data-drawn]'
const HYDRATED_EVENT = 'taken-over'

/** Returns whether this address was rendered at build time (web/prerendered-pages.ts). */
export const isPrerendered = (root: HTMLElement, address: string): boolean => root.dataset.drawn === address

/**
 * Tells web/form-replay.js that the app is hydrated.
 * The script then repeats the clicks and taps that it recorded before.
 */
function releasePresses(root: HTMLElement): void {
  delete root.dataset.drawn
  root.dispatchEvent(new Event(HYDRATED_EVENT))
}

/** Tells web/form-replay.js that the app handles clicks and taps, on pages without a form. */
export function useSignalHydrated(): void {
  useLayoutEffect(() => {
    const root = document.querySelector<HTMLElement>(ROOT)
    if (root) releasePresses(root)
  }, [])
}

/** Values typed into the prerendered form, until the app's form takes them over. */
let replacedForm: { path: string; values(): unknown; focused?(): HTMLInputElement | undefined } | undefined

/**
 * Remembers the text typed into a prerendered page, because the app replaces the page.
 * Also remembers the focused field, in which the user may go on typing.
 * Fields keep their values after they were replaced.
 */
export function captureTypedText(root: HTMLElement): void {
  const fields = [...root.querySelectorAll<HTMLInputElement>('input[data-path]')]
  const values = () => Object.fromEntries(fields.map(({ dataset, value }) => [dataset.path, value]))
  let focused = fields.find((field) => field === document.activeElement)
  for (const field of fields) {
    field.addEventListener('focus', () => {
      focused = field
    })
    field.addEventListener('blur', () => {
      // A field that was replaced has lost the focus too.
      queueMicrotask(() => {
        if (focused === field && field.isConnected) focused = undefined
      })
    })
  }
  replacedForm = { path: window.location.pathname, values, focused: () => focused }
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
    if (replacedForm?.path === path) {
      latest.current.setValues(replacedForm.values() as Partial<V>)
      const focused = replacedForm.focused?.()
      if (focused && !focused.isConnected)
        element.current?.querySelector<HTMLElement>(`[data-path="${focused.dataset.path}"]`)?.focus()
    }
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
