import '#ui/tokens/styles.css';
import './office.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { watchLostFocus } from '#browser/lost-focus.ts';
import { closeModalsOnBack } from '#ui/back-gesture.ts';
import { watchPresses } from '#ui/last-pressed.ts';
import { Application } from './application.tsx';

watchPresses();
watchLostFocus();
closeModalsOnBack();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <BrowserRouter basename="/office">
      <Application />
    </BrowserRouter>
  </StrictMode>,
);
