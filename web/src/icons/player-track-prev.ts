import { createIcon } from './icon.ts'

export const IconPlayerTrackPrev = createIcon('M21 5v14l-8 -7l8 -7M10 5v14l-8 -7l8 -7')
