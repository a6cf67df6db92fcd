/** Design tokens: Mantine's theme and the CSS variables (`--ws-…`). */

import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
} from '@mantine/core'
import { MATERIAL_COLOURS } from '#domain/material-colours.ts'

/**
 * Ten shades per colour, from lightest to darkest.
 * Mantine calls the shades of the dark theme `dark`.
 */
export const colourPalette = {
  dark: ['#e6eeea', '#c3d0ca', '#9fb1a8', '#80948b', '#2a3a33', '#1d2a24', '#141e1a', '#0c1411', '#090f0d', '#060a09'],
  gray: ['#f5f7f4', '#ecf0ec', '#dfe5e0', '#cbd4ce', '#a9b6af', '#71817a', '#52635b', '#3a4a42', '#24322b', '#131f19'],
  forest: [
    '#eaf5ef',
    '#cfe6da',
    '#a3cdb7',
    '#73b192',
    '#4a9672',
    '#2f7b59',
    '#206247',
    '#174b37',
    '#103628',
    '#0a231a',
  ],
  gold: ['#fdf8e8', '#f9eec9', '#f3e09b', '#edd16d', '#e6c14a', '#dbb136', '#b68f22', '#866816', '#665011', '#43340b'],
  statusNew: [
    '#eaf3ff',
    '#d3e5fe',
    '#a6cafb',
    '#78aef8',
    '#4f94f3',
    '#2f7de9',
    '#2167cc',
    '#1a52a5',
    '#153f7d',
    '#0f2c57',
  ],
  statusProgress: [
    '#fff3e6',
    '#fee3c6',
    '#fcc894',
    '#f9ac61',
    '#f5933a',
    '#e57b1b',
    '#bd6112',
    '#93490d',
    '#6c360b',
    '#472407',
  ],
  statusDone: [
    '#e8f8ee',
    '#cdefd9',
    '#9edfb6',
    '#6ccc90',
    '#43b870',
    '#2a9f58',
    '#1f8247',
    '#186738',
    '#124d2a',
    '#0c331c',
  ],
  statusCritical: [
    '#ffedec',
    '#fed6d3',
    '#fbaea9',
    '#f6837c',
    '#ef5d55',
    '#e03c33',
    '#bd2c24',
    '#95211b',
    '#6e1814',
    '#48100d',
  ],
} as const satisfies Record<string, MantineColorsTuple>

/**
 * Stores the chosen theme.
 * The default is dark.
 */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'wastesense_theme' })

/**
 * Colour of links, form fields and selection.
 * Buttons for the main action have another colour.
 */
const PRIMARY = 'forest'
const RADIUS = '10px'
const SHADOW = '0 1px 2px rgb(4 12 8 / 0.12), 0 12px 32px -12px rgb(4 12 8 / 0.28)'
const all = (value: string) => ({ xs: value, sm: value, md: value, lg: value, xl: value })

/** Text sizes: small 13 px, normal 15 px, lead 18 px; `xl` for figures. */
export const theme = createTheme({
  colors: { ...colourPalette },
  primaryColor: PRIMARY,
  primaryShade: { light: 4, dark: 4 },
  autoContrast: true,
  // Buttons are gold unless they set a variant.
  // Gold marks the one main action of a panel or dialog.
  components: { Button: { defaultProps: { variant: 'filled' } } },
  variantColorResolver: (asked) =>
    defaultVariantColorsResolver(
      asked.variant === 'filled' && asked.color === PRIMARY ? { ...asked, color: 'gold' } : asked,
    ),
  black: '#131f19',
  fontFamily:
    "'Inter Variable', 'Inter measures', 'Inter measures, wide', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '0.9375rem', lg: '1.125rem', xl: '1.75rem' },
  lineHeights: { xs: '1.45', sm: '1.5', md: '1.5', lg: '1.55', xl: '1.15' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '40px' },
  radius: all(RADIUS),
  defaultRadius: 'md',
  shadows: all(SHADOW),
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.2' },
      h2: { fontSize: '1.125rem', lineHeight: '1.35' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
})

const statuses = { New: 'new', Progress: 'progress', Done: 'done', Critical: 'critical' } as const

/**
 * Returns the CSS variables of each status: a solid colour, a text colour and a soft opaque background.
 * The text colour is readable on every surface.
 */
function statusVariables(text: number, solid: number, softness: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(statuses).flatMap(([name, word]) => {
      const shades = colourPalette[`status${name as keyof typeof statuses}`]
      const soft = `color-mix(in srgb, ${shades[4]} ${softness}, var(--ws-surface))`
      return [
        [`--ws-status-${word}`, shades[solid]!],
        [`--ws-status-${word}-text`, shades[text]!],
        [`--ws-status-${word}-soft`, soft],
        [`--mantine-color-status${name}-light`, soft],
        [`--mantine-color-status${name}-light-color`, shades[text]!],
        [`--mantine-color-status${name}-outline`, shades[text]!],
        [`--mantine-color-status${name}-text`, shades[text]!],
      ]
    }),
  )
}

/** Returns colours of selection, focus and links, with Mantine's derived text colours. */
function chosen(text: string, soft: string, solid: string) {
  return {
    '--ws-chosen': text,
    '--ws-chosen-solid': solid,
    '--mantine-color-anchor': text,
    '--mantine-color-forest-text': text,
    '--mantine-color-forest-light': soft,
    '--mantine-color-forest-light-hover': soft,
    '--mantine-color-forest-light-color': text,
    '--mantine-color-forest-outline': text,
    '--mantine-color-forest-filled': solid,
  }
}

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    '--ws-radius': RADIUS,
    '--ws-shadow': SHADOW,
    // Background of new and changed rows: the blue of the status 'new'.
    '--ws-marked': 'color-mix(in srgb, var(--ws-status-new) 16%, transparent)',
    '--ws-motion': '180ms cubic-bezier(0.2, 0, 0, 1)',
    ...Object.fromEntries(Object.entries(MATERIAL_COLOURS).map(([name, color]) => [`--ws-material-${name}`, color])),
  },
  dark: {
    '--ws-surface': colourPalette.dark[6],
    '--ws-surface-raised': colourPalette.dark[5],
    '--ws-surface-sunken': colourPalette.dark[8],
    '--ws-sidebar': '#0a1a13',
    '--ws-border': '#24332c',
    '--ws-border-strong': '#3a4f45',
    '--ws-field-border': '#586d63',
    '--ws-text': colourPalette.dark[0],
    '--ws-text-dimmed': colourPalette.dark[2],
    '--mantine-color-error': colourPalette.statusCritical[3],
    '--mantine-color-placeholder': colourPalette.dark[3],
    ...chosen(colourPalette.forest[2], 'rgb(115 177 146 / 0.16)', colourPalette.forest[5]),
    ...statusVariables(3, 4, '16%'),
  },
  light: {
    '--mantine-color-body': colourPalette.gray[0],
    '--mantine-color-text': colourPalette.gray[9],
    '--mantine-color-dimmed': colourPalette.gray[6],
    '--mantine-color-placeholder': colourPalette.gray[5],
    '--ws-surface': '#ffffff',
    '--ws-surface-raised': '#ffffff',
    '--ws-surface-sunken': colourPalette.gray[1],
    '--ws-sidebar': colourPalette.forest[9],
    '--ws-border': colourPalette.gray[2],
    '--ws-border-strong': colourPalette.gray[4],
    '--ws-field-border': '#84938b',
    '--ws-text': colourPalette.gray[9],
    '--ws-text-dimmed': colourPalette.gray[6],
    '--mantine-color-error': colourPalette.statusCritical[6],
    ...chosen(colourPalette.forest[6], 'rgb(47 123 89 / 0.12)', colourPalette.forest[6]),
    ...statusVariables(7, 5, '16%'),
  },
})
