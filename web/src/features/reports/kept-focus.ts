/** Keeps the keyboard in a table: when the row that it was in goes away, the row in its place gets the focus. */
import { useEffect, useLayoutEffect, useRef } from 'react'

/** `rows` are those on the screen; answers the ref of the element around them. */
export function useKeptFocus(rows: readonly unknown[]) {
  const body = useRef<HTMLTableSectionElement>(null)
  const index = useRef<number | null>(null)
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest('tr') : null
      index.current = row && body.current?.contains(row) ? row.sectionRowIndex : null
    }
    document.addEventListener('focusin', follow)
    return () => document.removeEventListener('focusin', follow)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the rows is what may have taken the focus away
  useLayoutEffect(() => {
    if (index.current === null || document.activeElement !== document.body) return
    const left = body.current?.rows
    const row = left?.[Math.min(index.current, left.length - 1)]
    row?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true })
  }, [rows])
  return body
}
