/** Unsaved changes of forms, for the dialog around them. */
import { createContext, useContext, useLayoutEffect } from 'react'

/** Counts the forms with unsaved changes: a dialog may have several. */
export const UnsavedContext = createContext<(by: 1 | -1) => void>(() => undefined)

/**
 * Makes the dialog confirm its close while `unsaved`.
 * The form's own Cancel button needs no confirmation.
 */
export function useUnsaved(unsaved: boolean): void {
  const tell = useContext(UnsavedContext)
  // A layout effect, because Escape may follow the last key immediately.
  useLayoutEffect(() => {
    if (!unsaved) return undefined
    tell(1)
    return () => tell(-1)
  }, [tell, unsaved])
}
