/** What a form says to the dialog around it: whether closing would lose what was changed. */
import { createContext, useContext, useLayoutEffect } from 'react'

export const Unsaved = createContext<(unsaved: boolean) => void>(() => undefined)

/** For a form in a dialog: while `unsaved`, the dialog asks before it closes. Its own Cancel button closes unasked. */
export function useUnsaved(unsaved: boolean): void {
  const tell = useContext(Unsaved)
  // At once: Escape may follow the last key closely.
  useLayoutEffect(() => {
    tell(unsaved)
    return () => tell(false)
  }, [tell, unsaved])
}
