/** What a form says to the dialog around it: whether closing would lose what was changed. */
import { createContext, useContext, useLayoutEffect } from 'react'

/** Counts the forms in which something is unsaved: a dialog may hold several. */
export const Unsaved = createContext<(by: 1 | -1) => void>(() => undefined)

/** For a form in a dialog: while `unsaved`, the dialog asks before it closes. Its own Cancel button closes unasked. */
export function useUnsaved(unsaved: boolean): void {
  const tell = useContext(Unsaved)
  // At once: Escape may follow the last key closely.
  useLayoutEffect(() => {
    if (!unsaved) return undefined
    tell(1)
    return () => tell(-1)
  }, [tell, unsaved])
}
