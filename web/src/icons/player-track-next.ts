import { createIcon } from './icon.ts'

export const IconPlayerTrackNext = createIcon('M3 5v14l8 -7l-8 -7M14 5v14l8 -7l-8 -7')
