import { createIcon } from './icon.ts'

export const IconPlus = createIcon('M12 5l0 14M5 12l14 0')
