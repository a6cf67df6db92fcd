import { createIcon } from './icon.ts'

export const IconPlayerSkipBack = createIcon('M20 5v14l-12 -7l12 -7M4 5l0 14')
