import { render } from 'preact';
import './style/tokens.css';
import './style/base.css';
import './style/layout.css';
import './style/components.css';
import { App } from './app';
import { applyKeptTheme } from './ui/theme';

applyKeptTheme();
const place = document.getElementById('app');
if (place === null) throw new Error('the document has no place for the pages');
render(<App />, place);
