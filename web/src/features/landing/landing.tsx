/** The public landing page. */
import { useTitle } from '../../components/shell/title.ts'
import { About } from './about.tsx'
import { Closing } from './closing.tsx'
import { Features } from './features.tsx'
import { Hero } from './hero.tsx'
import { PublicFrame } from './public-frame.tsx'
import { Services } from './services.tsx'
import { Stats } from './stats.tsx'
import { Testimonials } from './testimonials.tsx'

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
