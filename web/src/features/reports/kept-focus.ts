/** Keeps the keyboard in a table: on its row when the rows are drawn anew, in its place when the row goes away. */
import { useCallback, useEffect, useRef, useState } from 'react'

const rowsOf = (body: HTMLElement | null) => [...(body?.querySelectorAll<HTMLElement>('tr[data-index]') ?? [])]
const indexOf = (row: HTMLElement) => Number(row.dataset.index)

/**
 * Answers the ref of the element around the rows, the index of the row that has the focus, and what is to be called whenever
 * rows were drawn: each row carries its index as `data-index`, and its report's id.
 */
export function useKeptFocus() {
  const body = useRef<HTMLTableSectionElement>(null)
  const index = useRef<number | null>(null)
  const report = useRef<string | undefined>(undefined)
  const [focused, setFocused] = useState<number | null>(null)
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-index]') : null
      const ours = row && body.current?.contains(row) ? row : null
      index.current = ours && indexOf(ours)
      report.current = ours?.dataset.report
      setFocused(index.current)
    }
    document.addEventListener('focusin', follow)
    return () => document.removeEventListener('focusin', follow)
  }, [])
  const drawn = useCallback(() => {
    const within = document.activeElement?.closest<HTMLElement>('tr[data-index]')
    if (within && body.current?.contains(within)) {
      index.current = indexOf(within)
      setFocused(index.current)
      return
    }
    const was = index.current
    if (was === null || document.activeElement !== document.body) return
    const left = rowsOf(body.current)
    const same = left.find((element) => element.dataset.report === report.current)
    const row = same ?? left.find((element) => indexOf(element) >= was) ?? left.at(-1)
    row?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true })
  }, [])
  return { body, focused, drawn }
}
