/** Parts of the frame that load after the first screen, in one file. */
export { ConnectionStrip } from './connection-strip.tsx'
export { ToastList } from './toast-list.tsx'
export { UnfetchedScreen } from './unfetched-screen.tsx'
