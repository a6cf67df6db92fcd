/** A window within the page, as wide and as high as a device: what is drawn in it belongs to the app and is laid out for that size. */
import { MantineThemeProvider, Portal } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { mirrorStyles } from './mirrored-styles.ts'

const EMPTY = '<!doctype html><html lang="en"><head><title>Demo</title></head><body></body></html>'

export interface ScreenFrameProps {
  title: string
  className?: string | undefined
  /** Hears of its keys: they don't leave it. */
  onKey(event: KeyboardEvent): void
  children: ReactNode
}

export function ScreenFrame({ title, className, onKey, children }: ScreenFrameProps) {
  const [body, setBody] = useState<HTMLElement | null>(null)
  return (
    <iframe
      title={title}
      className={className}
      srcDoc={EMPTY}
      onLoad={({ currentTarget }) => setBody(currentTarget.contentDocument?.body ?? null)}
    >
      {body &&
        createPortal(
          <InFrame body={body} onKey={onKey}>
            {children}
          </InFrame>,
          body,
        )}
    </iframe>
  )
}

interface InFrameProps extends Pick<ScreenFrameProps, 'onKey' | 'children'> {
  body: HTMLElement
}

function InFrame({ body, onKey, children }: InFrameProps) {
  const [isDressed, setIsDressed] = useState(false)
  useEffect(() => {
    const stop = mirrorStyles(document, body.ownerDocument)
    setIsDressed(true)
    return stop
  }, [body])
  useEffect(() => {
    body.addEventListener('keydown', onKey)
    return () => body.removeEventListener('keydown', onKey)
  }, [body, onKey])
  // Dialogs and hints open in the window that they are of.
  const theme = { components: { Portal: Portal.extend({ defaultProps: { target: body } }) } }
  return (
    isDressed && (
      <MantineThemeProvider theme={theme} inherit>
        <main>{children}</main>
      </MantineThemeProvider>
    )
  )
}
