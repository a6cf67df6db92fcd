/** Draws the outline icons of this folder, which come from Tabler Icons (MIT, see LICENSE): 24 by 24 units, in the text's colour. */
import { createElement, type ReactNode, type SVGProps } from 'react'

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke'> {
  /** Width and height in pixels. */
  size?: number
  /** Width of the lines in units. */
  stroke?: number
}

export type Icon = (props: IconProps) => ReactNode

/** Returns the component for an icon, given the `d` of its path on tabler.io/icons; several paths are joined into one. */
export function createIcon(d: string): Icon {
  return ({ size = 24, stroke = 2, ...others }) =>
    createElement(
      'svg',
      {
        viewBox: '0 0 24 24',
        width: size,
        height: size,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: stroke,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...others,
      },
      createElement('path', { d }),
    )
}
