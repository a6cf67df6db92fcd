import { createIcon } from './icon.ts'

export const IconPlayerPlay = createIcon('M7 4v16l13 -8l-13 -8')
