/** Colours: ink and deep green surfaces, a gold accent, four status and seven material colours. */
import type { MantineColorsTuple } from '@mantine/core'

/**
 * Ten shades per colour, from lightest to darkest.
 * Mantine calls the shades of the dark theme `dark`.
 */
export const palette = {
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

export { MATERIAL_COLOURS as materialColors } from '#domain/material-colours.ts'
