/** Keeps the keyboard in a table: when the row that it was in goes away, the row in its place gets the focus. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

const rowsOf = (body: HTMLElement | null) => [...(body?.querySelectorAll<HTMLElement>('tr[data-index]') ?? [])]
const indexOf = (row: HTMLElement) => Number(row.dataset.index)

/**
 * `rows` are those on the screen. Answers the ref of the element around them, and the index of the row that has the focus:
 * each row carries its own as `data-index`.
 */
export function useKeptFocus(rows: readonly unknown[]) {
  const body = useRef<HTMLTableSectionElement>(null)
  const index = useRef<number | null>(null)
  const [focused, setFocused] = useState<number | null>(null)
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-index]') : null
      index.current = row && body.current?.contains(row) ? indexOf(row) : null
      setFocused(index.current)
    }
    document.addEventListener('focusin', follow)
    return () => document.removeEventListener('focusin', follow)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the rows is what may have moved or taken the focus
  useLayoutEffect(() => {
    const within = document.activeElement?.closest<HTMLElement>('tr[data-index]')
    if (within && body.current?.contains(within)) {
      index.current = indexOf(within)
      setFocused(index.current)
      return
    }
    const was = index.current
    if (was === null || document.activeElement !== document.body) return
    const left = rowsOf(body.current)
    const row = left.find((one) => indexOf(one) >= was) ?? left.at(-1)
    row?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true })
  }, [rows])
  return { body, focused }
}
