import '#ui/tokens/styles.css';
import './office.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { watchPresses } from '#ui/last-pressed.ts';
import { Application } from './application.tsx';

watchPresses();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <BrowserRouter basename="/office">
      <Application />
    </BrowserRouter>
  </StrictMode>,
);
