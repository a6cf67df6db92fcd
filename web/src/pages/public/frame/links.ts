/** Links of the top bar and the footer. */

export const anchors = [
  { label: 'Home', to: '/#home' },
  { label: 'Services', to: '/#services' },
  { label: 'Features', to: '/#features' },
  { label: 'About', to: '/#about' },
]

export const support = [
  { label: 'Help Center', to: '/help' },
  { label: 'Contact Us', to: '/contact' },
  { label: 'Privacy Policy', to: '/privacy' },
  { label: 'Terms of Service', to: '/terms' },
]
