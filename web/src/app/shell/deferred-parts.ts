/** Parts of the frame that load after the first screen, in one file. */
export { ConnectionStrip } from './connection-strip.tsx'
export { MissingScreen as UnfetchedScreen } from './missing-screen.tsx'
export { ToastList } from './toast-list.tsx'
