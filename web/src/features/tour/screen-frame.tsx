/** A window within the page, as wide and as high as a device: what is drawn in it belongs to the app and is laid out for that size. */
import { MantineThemeProvider, Portal } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { mirrorStyles } from './mirrored-styles.ts'

const EMPTY = '<!doctype html><html lang="en"><head><title>Demo</title></head><body></body></html>'

export interface ScreenFrameProps {
  title: string
  className?: string | undefined
  /** With another one it is seen from its top again, or from the heading that the scene is about. */
  scene: number
  sight: string | undefined
  /** Hears of its keys: they don't leave it. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: each scene begins at its own place, also where that has the same name
  useEffect(() => bringIntoSight(body, sight), [body, scene, sight])
  // Dialogs and hints open in the window that they are of.
  const theme = { components: { Portal: Portal.extend({ defaultProps: { target: body } }) } }
  return (
    isDressed && (
      <MantineThemeProvider theme={theme} inherit>
        <main aria-label={title}>{children}</main>
      </MantineThemeProvider>
    )
  )
}

/** px above the heading, which stands within a panel. */
const ABOVE = 40

function bringIntoSight({ ownerDocument }: HTMLElement, sight: string | undefined): void {
  const { defaultView } = ownerDocument
  const heading = [...ownerDocument.querySelectorAll('h2, h3')].find(({ textContent }) => textContent === sight)
  const above = heading ? heading.getBoundingClientRect().top + (defaultView?.scrollY ?? 0) - ABOVE : 0
  defaultView?.scrollTo({ top: above })
}
