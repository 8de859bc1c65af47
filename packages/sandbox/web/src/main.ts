import './components/sandbox-page.js';
