import { createIcon } from './icon.ts'

export const IconZoomIn = createIcon('M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0M7 10l6 0M10 7l0 6M21 21l-6 -6')
