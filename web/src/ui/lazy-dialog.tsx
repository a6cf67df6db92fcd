/** Dialogs whose code loads on first use, so that their screen stays small. */
import { type ComponentType, useEffect, useState } from 'react'
import { loadWithStyles } from './retry-styles.ts'
import { toast } from './toasts.tsx'

export interface DialogState {
  opened: boolean
  close(): void
}

type Load<P> = () => Promise<ComponentType<P>>

export interface LazyDialogProps<P> {
  /** Loads the dialog's code; must be the same function on every render. */
  load: Load<P>
  props: P
}

/** Renders a dialog from its first opening on, so that its closing can animate. */
export function LazyDialog<P extends DialogState>({ load, props }: LazyDialogProps<P>) {
  const [Loaded, setLoaded] = useState<ComponentType<P> | null>(null)
  const [drawn, setDrawn] = useState(false)
  const { opened, close } = props
  // biome-ignore lint/correctness/useExhaustiveDependencies: `close` is another function on every render
  useEffect(() => {
    if (!opened || Loaded) return
    loadWithStyles(load).then(
      (component) => setLoaded(() => component),
      () => {
        toast('error', 'This could not be opened', 'Check your connection, then try again.')
        close()
      },
    )
  }, [opened, Loaded, load])
  // Renders closed first: a dialog that mounts open does not know the previous focus.
  useEffect(() => setDrawn(Loaded !== null), [Loaded])
  return Loaded && <Loaded {...props} opened={opened && drawn} />
}

/** Returns handlers that preload a dialog when the pointer or focus reaches its opener. */
export function preloadHandlers<P>(load: Load<P>) {
  // The dialog reports a failure when it opens and loads again.
  const prefetch = () => void loadWithStyles(load).catch(() => undefined)
  return { onPointerEnter: prefetch, onPointerDown: prefetch, onFocus: prefetch }
}
