import { useTitle } from '#web/hooks/title.ts'
import { PublicFrame } from '#web/pages/public/frame/public-frame.tsx'
import { About } from '#web/pages/public/landing/about.tsx'
import { Closing } from '#web/pages/public/landing/closing.tsx'
import { Features } from '#web/pages/public/landing/features.tsx'
import { Hero } from '#web/pages/public/landing/hero.tsx'
import { Services } from '#web/pages/public/landing/services.tsx'
import { Stats } from '#web/pages/public/landing/stats.tsx'
import { Testimonials } from '#web/pages/public/landing/testimonials.tsx'

export function Landing() {
  useTitle('')
  return (
    <PublicFrame>
      <Hero />
      <Stats />
      <Services />
      <Features />
      <About />
      <Testimonials />
      <Closing />
    </PublicFrame>
  )
}
