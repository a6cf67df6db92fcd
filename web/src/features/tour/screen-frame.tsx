/** An iframe in a device's size; the app renders into it, so that layouts match that size. */
import { MantineThemeProvider, Portal } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { mirrorStyles } from './mirrored-styles.ts'

const EMPTY = '<!doctype html><html lang="en"><head><title>Demo</title></head><body></body></html>'

export interface ScreenFrameProps {
  title: string
  className?: string | undefined
  /** A new scene scrolls to the top or to the scene's heading. */
  scene: number
  sight: string | undefined
  /** Receives key events, which do not leave an iframe. */
  onKey(event: KeyboardEvent): void
  children: ReactNode
}

export function ScreenFrame({ className, children, ...rest }: ScreenFrameProps) {
  const [body, setBody] = useState<HTMLElement | null>(null)
  return (
    <iframe
      title={rest.title}
      className={className}
      srcDoc={EMPTY}
      onLoad={({ currentTarget }) => setBody(currentTarget.contentDocument?.body ?? null)}
    >
      {body &&
        createPortal(
          <InFrame body={body} {...rest}>
            {children}
          </InFrame>,
          body,
        )}
    </iframe>
  )
}

interface InFrameProps extends Omit<ScreenFrameProps, 'className'> {
  body: HTMLElement
}

function InFrame({ body, title, scene, sight, onKey, children }: InFrameProps) {
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: each scene scrolls, also if its heading has the same text
  useEffect(() => bringIntoSight(body, sight), [body, scene, sight])
  // Dialogs and tooltips open in their own window.
  const theme = { components: { Portal: Portal.extend({ defaultProps: { target: body } }) } }
  return (
    isDressed && (
      <MantineThemeProvider theme={theme} inherit>
        <main aria-label={title}>{children}</main>
      </MantineThemeProvider>
    )
  )
}

/** Space above the heading of a panel, in px. */
const ABOVE = 40

function bringIntoSight({ ownerDocument }: HTMLElement, sight: string | undefined): void {
  const { defaultView } = ownerDocument
  const heading = [...ownerDocument.querySelectorAll('h2, h3')].find(({ textContent }) => textContent === sight)
  const above = heading ? heading.getBoundingClientRect().top + (defaultView?.scrollY ?? 0) - ABOVE : 0
  defaultView?.scrollTo({ top: above })
}
