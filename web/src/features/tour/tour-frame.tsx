/** Frame of the tour: demo notice, recorded screens side by side, controls. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '@mantine/core/styles/Alert.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/Skeleton.layer.css'
import '@mantine/core/styles/VisuallyHidden.layer.css'
import { ActionIcon, MantineThemeProvider, Portal } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router'
import { TOUR_ROLES, type TourRecording, type TourRole } from '#contract/demo/tour-recording.ts'
import { createCityTimeFormatter, formatTimeOfDay } from '#web/lib/format/times.ts'
import { Logo, ThemeToggle } from '#web/ui/logo.tsx'
import classes from './tour.module.css'
import { type Tour, TourBar } from './tour-controls.tsx'

/** Selector of style elements. */
const SHEETS = 'style, link[rel="stylesheet"]'
const THEME = 'data-mantine-color-scheme'

/**
 * Returns a style sheet's text.
 * Throws while the style sheet is loading.
 * The browser fires a load event afterwards.
 */
function textOf({ ownerNode, cssRules }: CSSStyleSheet): string {
  const media = (ownerNode as HTMLStyleElement | null)?.media
  const rules = [...cssRules].map(({ cssText }) => cssText).join('\n')
  return media ? `@media ${media} {${rules}}` : rules
}

/**
 * Copies all styles of the page to an iframe, and copies them again after each change.
 * Returns a function that stops the copying.
 * With links to the style sheets, the iframe would be unstyled while they load.
 */
function mirrorStyles(from: Document, to: Document): () => void {
  const Sheet = (to.defaultView as unknown as typeof globalThis).CSSStyleSheet
  const sheet = new Sheet()
  to.adoptedStyleSheets = [sheet]
  const put = () => {
    sheet.replaceSync([...from.styleSheets].map(textOf).join('\n'))
    to.documentElement.setAttribute(THEME, from.documentElement.getAttribute(THEME) ?? 'dark')
  }
  const added = (node: Node) => node instanceof Element && (node.matches(SHEETS) || node.querySelector(SHEETS) !== null)
  const changes = new MutationObserver((all) => {
    const isTheme = all.some(({ type }) => type === 'attributes')
    if (isTheme || all.some(({ addedNodes }) => [...addedNodes].some(added))) put()
  })
  changes.observe(from, { childList: true, subtree: true, attributes: true, attributeFilter: [THEME] })
  // The mutation observer misses a style sheet that finishes loading, because no element changes.
  // The sheet's load event does not bubble, so the listener runs in the capture phase.
  const came = ({ target }: Event) => target instanceof Element && target.matches(SHEETS) && put()
  from.addEventListener('load', came, true)
  put()
  return () => {
    changes.disconnect()
    from.removeEventListener('load', came, true)
  }
}

const EMPTY = '<!doctype html><html lang="en"><head><title>Demo</title></head><body></body></html>'

interface ScreenFrameProps {
  title: string
  className?: string | undefined
  /**
   * Number of the tour's current scene.
   * A new scene scrolls to its heading or to the top.
   */
  scene: number
  sight: string | undefined
  /** Called with the iframe's key events, which the page does not receive. */
  onKey(event: KeyboardEvent): void
  children: ReactNode
}

/**
 * Renders a recorded screen in an iframe.
 * Media queries then use the iframe's width, so screens of phones have the phone layout.
 */
function ScreenFrame({ className, children, ...rest }: ScreenFrameProps) {
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
  // Depends on `scene`, so that each scene scrolls, even if two scenes have equal headings.
  useEffect(() => bringIntoSight(body, sight), [body, scene, sight])
  // Opens dialogs and tooltips inside the iframe.
  const theme = { components: { Portal: Portal.extend({ defaultProps: { target: body } }) } }
  return (
    isDressed && (
      <MantineThemeProvider theme={theme} inherit>
        <main aria-label={title}>{children}</main>
      </MantineThemeProvider>
    )
  )
}

/** Space in px above a heading after scrolling to it. */
const ABOVE = 40

function bringIntoSight({ ownerDocument }: HTMLElement, sight: string | undefined): void {
  const { defaultView } = ownerDocument
  const heading = [...ownerDocument.querySelectorAll('h2, h3')].find(({ textContent }) => textContent === sight)
  const above = heading ? heading.getBoundingClientRect().top + (defaultView?.scrollY ?? 0) - ABOVE : 0
  defaultView?.scrollTo({ top: above })
}

/**
 * Elements that handle keys themselves, so the tour ignores key presses on them.
 * The tour's own buttons (STEPS) are exceptions.
 */
const OWN_KEYS = 'button, a, input, select, textarea, table, [role]:not([role="status"], [role="region"])'
const STEPS = '[data-step]'

/**
 * Handles the tour's keys on the page.
 * Returns a listener for iframes, whose keys do not reach the page.
 */
function useKeys(tour: Tour): (event: KeyboardEvent) => void {
  const latest = useRef(tour)
  latest.current = tour
  const onKey = useCallback((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, defaultPrevented } = event
    if (defaultPrevented || ctrlKey || metaKey || altKey) return
    const at = event.target as Element
    const isOwn = at.closest(OWN_KEYS) !== null
    const { isPlaying, press } = latest.current
    if (key === ' ' && !isOwn) {
      // Without `preventDefault`, the space bar would also scroll the page.
      event.preventDefault()
      press(isPlaying ? 'pause' : 'play')
    }
    if (isOwn && !at.closest(STEPS)) return
    if (key === 'ArrowRight') press('next')
    if (key === 'ArrowLeft') press('back')
  }, [])
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onKey])
  return onKey
}

const day = createCityTimeFormatter({ weekday: 'long', day: 'numeric', month: 'long' })
const screenTitles = (): Record<TourRole, string> => ({
  resident: t`Resident’s phone`,
  dispatcher: t`Dispatcher’s board`,
  recycler: t`Recycler’s figures`,
})

export interface TourFrameProps {
  tape: TourRecording
  tour: Tour
  note: string
  screen(role: TourRole): ReactNode
}

export function TourFrame({ tape, tour, note, screen }: TourFrameProps) {
  const { time } = tape.moments[tour.moment] as TourRecording['moments'][number]
  const { shows, sight } = tape.scenes[tour.scene] as TourRecording['scenes'][number]
  const onKey = useKeys(tour)
  const [front, setFront] = useState<TourRole>(shows[0])
  // A small window shows only one screen of the tour.
  // It is the screen that the scene is about, until the user chooses another.
  useEffect(() => setFront(shows[0]), [shows])
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Link to="/" className={classes.home} aria-label={t`${{ app: 'WasteSense' }}, start page`}>
          <Logo />
        </Link>
        <h1 className={classes.title}>
          <Trans>
            Demo <span className={classes.nothing}>· nothing is sent</span>
            <span className={classes.more}> · all people are fictional</span>
          </Trans>
        </h1>
        <time className={classes.clock} dateTime={time}>
          <span className={classes.more}>{day(Date.parse(time))}</span> <span>{formatTimeOfDay(time)}</span>
        </time>
        <ThemeToggle />
        <ActionIcon
          component={Link}
          to="/"
          size={44}
          variant="subtle"
          color="var(--ws-text)"
          aria-label={t`Close the demo`}
        >
          <IconX size={20} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </header>
      <main className={classes.main}>
        <fieldset className={classes.chooser} aria-label={t`Choose a screen`}>
          {TOUR_ROLES.filter((role) => shows.includes(role)).map((role) => (
            <button
              key={role}
              type="button"
              className={classes.choice}
              aria-pressed={role === front}
              onClick={() => setFront(role)}
            >
              {screenTitles()[role]}
            </button>
          ))}
        </fieldset>
        <div className={classes.stage}>
          {TOUR_ROLES.map((role) => (
            <div
              key={role}
              className={classes.screen}
              data-role={role}
              data-shown={shows.includes(role) || undefined}
              data-front={role === front || undefined}
            >
              <p className={classes.whose} aria-hidden="true">
                {screenTitles()[role]}
              </p>
              <div className={classes.glass}>
                <ScreenFrame
                  title={screenTitles()[role]}
                  className={classes.window}
                  scene={tour.scene}
                  sight={role === shows[0] ? sight : undefined}
                  onKey={onKey}
                >
                  {screen(role)}
                </ScreenFrame>
              </div>
            </div>
          ))}
        </div>
      </main>
      <TourBar tape={tape} tour={tour} note={note} />
    </div>
  )
}
