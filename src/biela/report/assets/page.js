"use strict";(()=>{var Xr=class extends Error{};async function Mh(i){let e=atob(i),t=new Uint8Array(e.length);for(let s=0;s<e.length;s++)t[s]=e.charCodeAt(s);let n=new Blob([t]).stream().pipeThrough(new DecompressionStream("deflate-raw"));return new Uint8Array(await new Response(n).arrayBuffer())}async function Tl(i){let{rows:e,columns:t}=i,n=e*t,s;try{s=await Mh(i.text)}catch{throw new Xr("The numbers of this page are damaged: they cannot be unpacked.")}if(s.length!==4*n)throw new Xr(`The numbers of this page are\
 damaged: ${s.length} bytes instead of ${4*n}.`);let r=new Uint32Array(n),o=new Float32Array(r.buffer);for(let a=0,l=0;a<e;a++){let c=0;for(let u=0;u<t;u++,l++)c=c+(s[l]|s[n+l]<<8|s[2*n+l]<<16|s[3*n+l]<<24)>>>0,r[l]=c}return Array.from({length:e},(a,l)=>o.subarray(l*t,(l+1)*t))}async function Os(i){for(let e of[...i?.ground??[],...(i?.bodies??[]).flatMap(t=>t.shapes)])if(e.mesh&&!e.v){let[t,n,s]=e.mesh.split(" "),r=+t,o=+n,a=(await Tl({rows:1,columns:3*(r+o),text:s}))[0],l=new Uint32Array(a.buffer,
a.byteOffset+12*r,3*o);e.v=Float32Array.from({length:3*r},(c,u)=>a[u%3*r+Math.floor(u/3)]),e.f=Uint32Array.from({length:3*o},(c,u)=>l[u%3*o+Math.floor(u/3)])}}function Sh(i,e){let t=0,n=i.length-1;for(;n-t>1;){let s=t+n>>1;i[s]>e?n=s:t=s}return[t,n]}var $n=class i{constructor(e,t){this.data=e;this.table=t;this.t=t[e.t],this.index=new Map(e.names.map((n,s)=>[n,s]))}data;table;t;index;static async open(e){return new i(e,await Tl(e.table))}get names(){return this.data.names}has(e){return this.index.
has(e)}signal(e){let t=this.index.get(e);return t===void 0?new Float32Array(this.t.length).fill(NaN):this.table[this.data.rows[t]]}unit(e){let t=this.index.get(e);return t===void 0?"":this.data.units[t]}nearest(e){let t=this.position(e);return Math.round(t)}position(e){let t=this.t,[n,s]=Sh(t,e);return s===n?n:n+Math.min(1,Math.max(0,(e-t[n])/(t[s]-t[n]||1)))}};function _i(){let i=document.getElementById("data")?.textContent;if(!i)throw new Xr("This page has no data: the file is not complete.");
try{return JSON.parse(i)}catch{throw new Xr("The data of this page are damaged: the file was cut or changed.")}}function ee(i,e={},...t){let n=document.createElement(i);for(let[s,r]of Object.entries(e))r===void 0||r===!1||(typeof r=="function"?n.addEventListener(s,r):s==="class"?n.className=String(r):n.setAttribute(s,r===!0?"":String(r)));return n.append(...t.filter(s=>!!s||s==="")),n}var nt=i=>document.getElementById(i);function Bs(i,e){i.textContent!==e&&(i.textContent=e)}var hn=i=>i.replaceAll("_"," "),fn=i=>getComputedStyle(document.documentElement).getPropertyValue(i).trim();function us(i,e){let t=typeof e==
"string"?e:URL.createObjectURL(e),n=ee("a",{href:t,download:i});document.body.append(n),n.click(),n.remove(),typeof e!="string"&&setTimeout(()=>URL.revokeObjectURL(t),1e3)}function Al(i){return i instanceof HTMLElement&&(["SELECT","TEXTAREA","BUTTON","SUMMARY"].includes(i.tagName)||i instanceof HTMLInputElement&&!["range","checkbox"].includes(i.type))}async function Sp(i){try{let{kind:e}=_i();window.biela=await i[e](),document.documentElement.dataset.ready="yes"}catch(e){nt("main").before(ee("div",{class:"answer bad",role:"alert",id:"trouble"},ee("b",{},"✗ This page cannot be drawn. "),e instanceof Error?e.message:String(e))),document.documentElement.dataset.ready="no"}}function Yi(i,e){let t=document.documentElement,n=null;try{n=localStorage.getItem("biela-theme")}catch{n=null}let s=r=>{t.classList.toggle("dark",r),i&&(i.textContent=r?"light":"dark",i.title=`change to ${r?"light":"dark"} colours`),e(r)};s(n?n==="dark":matchMedia("(prefers-color-scheme: dark)").matches),i&&(i.onclick=()=>{let r=!t.classList.contains("dark");try{localStorage.setItem("biela-theme",r?"dark":"light")}catch{}s(r)})}var oa=i=>new Float32Array(Uint8Array.from(atob(i),e=>e.charCodeAt(0)).buffer);function wp(){let i=_i(),e=oa(i.t),t=oa(i.weights),n=oa(i.ghosts),s=oa(i.mean),r=i.truth?oa(i.truth):null,o=nt("main"),a=ee("canvas",{id:"view",role:"img","aria-label":"particles, estimate and truth drawn as machines"}),l=ee("button",{class:"main",id:"play",type:"button"},"❚❚ pause"),c=ee("input",{type:"range",min:0,max:i.frames-1,value:0,step:1,"aria-label":"time"}),u=ee("output"),h=(T,A,_=!1)=>ee("span",{class:"\
cloudkey"},ee("i",{style:`border-color:${T};border-top-style:${_?"dashed":"solid"}`}),A);o.classList.add("alone"),nt("units")?.remove(),o.append(ee("div",{class:"card cloud"},a,ee("div",{class:"controls"},l,c,u),ee("div",{class:"controls"},h("#8793a1","particles, the heavier the stronger"),h("var(--mark)","estimate"),r?h("var(--warn)","truth",!0):"")));let[f,d,p,y]=i.box,g=0,m=!0,v=()=>{let T=Math.min(devicePixelRatio||1,2),A=a.clientWidth*T,_=a.clientHeight*T,w=a.getContext("2d"),D=30*T,P=Math.
min((A-2*D)/Math.max(p-f,1e-9),(_-2*D)/Math.max(y-d,1e-9)),I=document.documentElement.classList.contains("dark");a.width=A,a.height=_;let F=(k,L,B,W,V=[])=>{w.setLineDash(V.map(he=>he*T)),w.strokeStyle=w.fillStyle=B,w.lineWidth=W*T;for(let he of i.lines)w.beginPath(),he.forEach((Z,j)=>{let ne=A/2+(k[L+2*Z]-(f+p)/2)*P,Me=_/2-(k[L+2*Z+1]-(d+y)/2)*P;he.length===1?w.arc(ne,Me,4*T,0,7):j?w.lineTo(ne,Me):w.moveTo(ne,Me)}),he.length===1?w.fill():w.stroke()};for(let k=0;k<i.count;k++)F(n,(g*i.count+k)*2*
i.points,`rgba(${I?"190,200,215":"70,70,80"},${.03+.35*t[g*i.count+k]})`,1.5);F(s,2*g*i.points,fn("--mark"),3),r&&F(r,2*g*i.points,fn("--warn"),3,[8,5]),u.textContent=`${e[g].toFixed(3)} s`,c.value=String(g)},b=T=>{m=T,l.textContent=T?"❚❚ pause":"▶ play"};l.onclick=()=>b(!m),c.oninput=()=>{g=+c.value,b(!1),v()};let x=new URLSearchParams(location.hash.slice(1)).get("frame");return(x!==null||matchMedia("(prefers-reduced-motion: reduce)").matches)&&(b(!1),g=Math.min(+(x??0),i.frames-1)),Yi(nt(
"theme"),v),new ResizeObserver(v).observe(a),setInterval(()=>{m&&(g=(g+1)%i.frames,v())},40),{data:i,draw:v}}function El(){return Yi(nt("theme"),()=>{}),nt("units")?.remove(),{}}var Rl=i=>i.replace(/-/g,"−");function Un(i){if(!isFinite(i))return"–";let e=Math.abs(i);return Rl(e>=1e6||e!==0&&e<1e-4?i.toExponential(3).replace("e+","e"):i.toPrecision(5))}function aa(i){let e=i.filter(s=>s!==null),t=e.length>1?Math.abs(e[1]-e[0]):Math.abs(e[0]||1),n=Math.max(...e.map(Math.abs),0);return i.map(s=>s===null?"":Math.abs(s)<1e-9*t?"0":n>=1e5||n<.001?Rl(s.toExponential(Math.max(0,Math.min(6,Math.ceil(Math.log10(Math.abs(s)/t)-1e-9)))).replace("e+","e")):Rl(s.toFixed(s_(t))))}
var $i=i=>i&&i!=="1"?` [${i}]`:"",zn=i=>Rl(Math.abs(i)>=1e5||Math.abs(i)<.01?i.toExponential(1).replace("e+","e"):String(+i.toPrecision(3)));function s_(i){let e=Math.max(0,Math.min(12,-Math.floor(Math.log10(i)+1e-9)));for(;e<12&&Math.abs(i*10**e-Math.round(i*10**e))>1e-6*i*10**e;)e++;return e}var la=["#0072b2","#d55e00","#009e73","#cc79a7","#b58900","#56b4e9","#7b5ea7","#6b7480"],r_=["#56b4e9","#ff8f4a","#35c9a5","#e6a2cb","#e9bf3c","#a9d3ff","#bda3e6","#aab6c4"],hs=i=>document.documentElement.classList.contains("dark")?r_[la.indexOf(i)]??i:i,Cl=[[],[9,4],[2,3],[9,3,2,3],[],[5,3],[14,4],[2,5]],Ap=1e-11,Tp=new WeakMap;function o_(i,e){let t=Tp.get(i);t||Tp.set(i,t=new Map);let n=t.get(e);if(n===void 0){n=0;for(let s of i.names)if(i.unit(s)===e)for(let r of i.signal(s))Math.abs(r)>n&&(n=
Math.abs(r));t.set(e,n)}return n}var Ep=i=>/error|margin/.test(i);function Rp(i){let e=0;for(let t=0;t<i.length;t++){let n=Math.abs(i[t]);n>e&&(e=n)}return e}function a_(i,e){if(Ep(e))return!1;let t=Rp(i.signal(e));return t===0?!1:t<Ap*o_(i,i.unit(e))}function qr(i,e,t,n=0,s=e){let r=a_(i,e),o=i.signal(e);return{name:e,label:s,unit:i.unit(e),data:r?new Float32Array(o.length):o,colour:la[t%la.length],dash:Cl[t%Cl.length],width:n?1.4:1.7,on:!0,dust:r,dustBelow:Ep(e)?0:Ap*Rp(o),run:n}}function Pl(i){
let e=new Set(i.map(t=>t.name)).size===1;if(i.some(t=>t.run))for(let t of i)t.dash=Cl[t.run%Cl.length],e&&(t.colour=la[t.run%la.length]);return i}function Cp(i,e,t){let n=new Float32Array(t.length).fill(NaN),s=e.length-1;for(let r=0,o=0;r<t.length;r++){let a=t[r];if(a<e[0]-1e-9||a>e[s]+1e-6*(e[s]-e[0]))continue;for(;o<s-1&&e[o+1]<a;)o++;let l=Math.min(1,Math.max(0,(a-e[o])/(e[o+1]-e[o]||1)));n[r]=s?i[o]+l*(i[o+1]-i[o]):i[0]}return n}var l_="uplot",c_="u-hz",u_="u-vt",h_="u-title",f_="u-wrap",d_="u-under",p_="u-over",m_="u-axis",cr="u-off",g_="u-select",x_="u-cursor-x",__="u-cursor-y",y_="u-cursor-pt",v_="u-legend",b_="u-live",M_="u-inline",S_="u-series",w_="u-marker",Pp="u-label",T_="u-value",ua="width",ha="height";var Ip="bottom",Yr="left",wh="right",Vh="#000",Lp=Vh+"0",Th="mousemove",Dp="mousedown",Ah="mouseup",Np="mouseenter",Up="mouseleave",Fp="dblclick",A_="resize",E_="scroll",Op="change",Ul="dppxchange",Gh="--",eo=typeof window<"u",Ih=eo?document:null,Zr=eo?window:null,R_=eo?navigator:null,Ft,Il;function Lh(){let i=devicePixelRatio;Ft!=i&&(Ft=i,Il&&Nh(Op,Il,Lh),Il=matchMedia(`(min-resolution: ${Ft-.001}dppx) and (max-resolution: ${Ft+.001}dppx)`),ur(Op,Il,Lh),Zr.dispatchEvent(new CustomEvent(Ul)))}function ai(i,e){
if(e!=null){let t=i.classList;!t.contains(e)&&t.add(e)}}function Dh(i,e){let t=i.classList;t.contains(e)&&t.remove(e)}function Kt(i,e,t){i.style[e]=t+"px"}function Ei(i,e,t,n){let s=Ih.createElement(i);return e!=null&&ai(s,e),t?.insertBefore(s,n),s}function yi(i,e){return Ei("div",i,e)}var Bp=new WeakMap;function Zi(i,e,t,n,s){let r="translate("+e+"px,"+t+"px)",o=Bp.get(i);r!=o&&(i.style.transform=r,Bp.set(i,r),e<0||t<0||e>n||t>s?ai(i,cr):Dh(i,cr))}var kp=new WeakMap;function zp(i,e,t){let n=e+t,
s=kp.get(i);n!=s&&(kp.set(i,n),i.style.background=e,i.style.borderColor=t)}var Vp=new WeakMap;function Gp(i,e,t,n){let s=e+""+t,r=Vp.get(i);s!=r&&(Vp.set(i,s),i.style.height=t+"px",i.style.width=e+"px",i.style.marginLeft=n?-e/2+"px":0,i.style.marginTop=n?-t/2+"px":0)}var Hh={passive:!0},C_={...Hh,capture:!0};function ur(i,e,t,n){e.addEventListener(i,t,n?C_:Hh)}function Nh(i,e,t,n){e.removeEventListener(i,t,Hh)}eo&&Lh();function Ri(i,e,t,n){let s;t=t||0,n=n||e.length-1;let r=n<=2147483647;for(;n-
t>1;)s=r?t+n>>1:li((t+n)/2),e[s]<i?t=s:n=s;return i-e[t]<=e[n]-i?t:n}function gm(i){return(t,n,s)=>{let r=-1,o=-1;for(let a=n;a<=s;a++)if(i(t[a])){r=a;break}for(let a=s;a>=n;a--)if(i(t[a])){o=a;break}return[r,o]}}var xm=i=>i!=null,_m=i=>i!=null&&i>0,Bl=gm(xm),P_=gm(_m);function I_(i,e,t,n=0,s=!1){let r=s?P_:Bl,o=s?_m:xm;[e,t]=r(i,e,t);let a=i[e],l=i[e];if(e>-1)if(n==1)a=i[e],l=i[t];else if(n==-1)a=i[t],l=i[e];else for(let c=e;c<=t;c++){let u=i[c];o(u)&&(u<a?a=u:u>l&&(l=u))}return[a??Xt,l??-Xt]}function kl(i,e,t,n){
let s=Xp(i),r=Xp(e);i==e&&(s==-1?(i*=t,e/=t):(i/=t,e*=t));let o=t==10?fs:ym,a=s==1?li:vi,l=r==1?vi:li,c=a(o(Sn(i))),u=l(o(Sn(e))),h=Jr(t,c),f=Jr(t,u);return t==10&&(c<0&&(h=qt(h,-c)),u<0&&(f=qt(f,-u))),n||t==2?(i=h*s,e=f*r):(i=Sm(i,h),e=zl(e,f)),[i,e]}function Wh(i,e,t,n){let s=kl(i,e,t,n);return i==0&&(s[0]=0),e==0&&(s[1]=0),s}var Xh=.1,Hp={mode:3,pad:Xh},da={pad:0,soft:null,mode:0},L_={min:da,max:da};function Fl(i,e,t,n){return Vl(t)?Wp(i,e,t):(da.pad=t,da.soft=n?0:null,da.mode=n?3:0,Wp(i,e,L_))}
function Lt(i,e){return i??e}function D_(i,e,t){for(e=Lt(e,0),t=Lt(t,i.length-1);e<=t;){if(i[e]!=null)return!0;e++}return!1}function Wp(i,e,t){let n=t.min,s=t.max,r=Lt(n.pad,0),o=Lt(s.pad,0),a=Lt(n.hard,-Xt),l=Lt(s.hard,Xt),c=Lt(n.soft,Xt),u=Lt(s.soft,-Xt),h=Lt(n.mode,0),f=Lt(s.mode,0),d=e-i,p=fs(d),y=Zn(Sn(i),Sn(e)),g=fs(y),m=Sn(g-p);(d<1e-24||m>10)&&(d=0,(i==0||e==0)&&(d=1e-24,h==2&&c!=Xt&&(r=0),f==2&&u!=-Xt&&(o=0)));let v=d||y||1e3,b=fs(v),x=Jr(10,li(b)),T=v*(d==0?i==0?.1:1:r),A=qt(Sm(i-T,x/10),
24),_=i>=c&&(h==1||h==3&&A<=c||h==2&&A>=c)?c:Xt,w=Zn(a,A<_&&i>=_?_:Ci(_,A)),D=v*(d==0?e==0?.1:1:o),P=qt(zl(e+D,x/10),24),I=e<=u&&(f==1||f==3&&P>=u||f==2&&P<=u)?u:-Xt,F=Ci(l,P>I&&e<=I?I:Zn(I,P));return w==F&&w==0&&(F=100),[w,F]}var N_=new Intl.NumberFormat(eo?R_.language:"en-US"),qh=i=>N_.format(i),ci=Math,Nl=ci.PI,Sn=ci.abs,li=ci.floor,Mn=ci.round,vi=ci.ceil,Ci=ci.min,Zn=ci.max,Jr=ci.pow,Xp=ci.sign,fs=ci.log10,ym=ci.log2,U_=(i,e=1)=>ci.sinh(i)*e,Eh=(i,e=1)=>ci.asinh(i/e),Xt=1/0;function qp(i){return(fs(
(i^i>>31)-(i>>31))|0)+1}function Uh(i,e,t){return Ci(Zn(i,e),t)}function vm(i){return typeof i=="function"}function Ct(i){return vm(i)?i:()=>i}var F_=()=>{},bm=i=>i,Mm=(i,e)=>e,O_=i=>null,Yp=i=>!0,$p=(i,e)=>i==e,B_=/\.\d*?(?=9{6,}|0{6,})/gm,hr=i=>{if(Tm(i)||zs.has(i))return i;let e=`${i}`,t=e.match(B_);if(t==null)return i;let n=t[0].length-1;if(e.indexOf("e-")!=-1){let[s,r]=e.split("e");return+`${hr(s)}e${r}`}return qt(i,n)};function ar(i,e){return hr(qt(hr(i/e))*e)}function zl(i,e){return hr(vi(
hr(i/e))*e)}function Sm(i,e){return hr(li(hr(i/e))*e)}function qt(i,e=0){if(Tm(i))return i;let t=10**e,n=i*t*(1+Number.EPSILON);return Mn(n)/t}var zs=new Map;function wm(i){return((""+i).split(".")[1]||"").length}function ma(i,e,t,n){let s=[],r=n.map(wm);for(let o=e;o<t;o++){let a=Sn(o),l=qt(Jr(i,o),a);for(let c=0;c<n.length;c++){let u=i==10?+`${n[c]}e${o}`:n[c]*l,h=(o>=0?0:a)+(o>=r[c]?0:r[c]),f=i==10?u:qt(u,h);s.push(f),zs.set(f,h)}}return s}var pa={},Yh=[],Kr=[null,null],ks=Array.isArray,Tm=Number.
isInteger,k_=i=>i===void 0;function Zp(i){return typeof i=="string"}function Vl(i){let e=!1;if(i!=null){let t=i.constructor;e=t==null||t==Object}return e}function z_(i){return i!=null&&typeof i=="object"}var V_=Object.getPrototypeOf(Uint8Array),Am="__proto__";function jr(i,e=Vl){let t;if(ks(i)){let n=i.find(s=>s!=null);if(ks(n)||e(n)){t=Array(i.length);for(let s=0;s<i.length;s++)t[s]=jr(i[s],e)}else t=i.slice()}else if(i instanceof V_)t=i.slice();else if(e(i)){t={};for(let n in i)n!=Am&&(t[n]=jr(
i[n],e))}else t=i;return t}function xn(i){let e=arguments;for(let t=1;t<e.length;t++){let n=e[t];for(let s in n)s!=Am&&(Vl(i[s])?xn(i[s],jr(n[s])):i[s]=jr(n[s]))}return i}var G_=0,H_=1,W_=2;function X_(i,e,t){for(let n=0,s,r=-1;n<e.length;n++){let o=e[n];if(o>r){for(s=o-1;s>=0&&i[s]==null;)i[s--]=null;for(s=o+1;s<t&&i[s]==null;)i[r=s++]=null}}}function q_(i,e){if(Z_(i)){let o=i[0].slice();for(let a=1;a<i.length;a++)o.push(...i[a].slice(1));return J_(o[0])||(o=$_(o)),o}let t=new Set;for(let o=0;o<
i.length;o++){let l=i[o][0],c=l.length;for(let u=0;u<c;u++)t.add(l[u])}let n=[Array.from(t).sort((o,a)=>o-a)],s=n[0].length,r=new Map;for(let o=0;o<s;o++)r.set(n[0][o],o);for(let o=0;o<i.length;o++){let a=i[o],l=a[0];for(let c=1;c<a.length;c++){let u=a[c],h=Array(s).fill(void 0),f=e?e[o][c]:H_,d=[];for(let p=0;p<u.length;p++){let y=u[p],g=r.get(l[p]);y===null?f!=G_&&(h[g]=y,f==W_&&d.push(g)):h[g]=y}X_(h,d,s),n.push(h)}}return n}var Y_=typeof queueMicrotask>"u"?i=>Promise.resolve().then(i):queueMicrotask;
function $_(i){let e=i[0],t=e.length,n=Array(t);for(let r=0;r<n.length;r++)n[r]=r;n.sort((r,o)=>e[r]-e[o]);let s=[];for(let r=0;r<i.length;r++){let o=i[r],a=Array(t);for(let l=0;l<t;l++)a[l]=o[n[l]];s.push(a)}return s}function Z_(i){let e=i[0][0],t=e.length;for(let n=1;n<i.length;n++){let s=i[n][0];if(s.length!=t)return!1;if(s!=e){for(let r=0;r<t;r++)if(s[r]!=e[r])return!1}}return!0}function J_(i,e=100){let t=i.length;if(t<=1)return!0;let n=0,s=t-1;for(;n<=s&&i[n]==null;)n++;for(;s>=n&&i[s]==null;)
s--;if(s<=n)return!0;let r=Zn(1,li((s-n+1)/e));for(let o=i[n],a=n+r;a<=s;a+=r){let l=i[a];if(l!=null){if(l<=o)return!1;o=l}}return!0}var Em=["January","February","March","April","May","June","July","August","September","October","November","December"],Rm=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function Cm(i){return i.slice(0,3)}var K_=Rm.map(Cm),j_=Em.map(Cm),Q_={MMMM:Em,MMM:j_,WWWW:Rm,WWW:K_};function ca(i){return(i<10?"0":"")+i}function ey(i){return(i<10?"00":i<
100?"0":"")+i}var ty={YYYY:i=>i.getFullYear(),YY:i=>(i.getFullYear()+"").slice(2),MMMM:(i,e)=>e.MMMM[i.getMonth()],MMM:(i,e)=>e.MMM[i.getMonth()],MM:i=>ca(i.getMonth()+1),M:i=>i.getMonth()+1,DD:i=>ca(i.getDate()),D:i=>i.getDate(),WWWW:(i,e)=>e.WWWW[i.getDay()],WWW:(i,e)=>e.WWW[i.getDay()],HH:i=>ca(i.getHours()),H:i=>i.getHours(),h:i=>{let e=i.getHours();return e==0?12:e>12?e-12:e},AA:i=>i.getHours()>=12?"PM":"AM",aa:i=>i.getHours()>=12?"pm":"am",a:i=>i.getHours()>=12?"p":"a",mm:i=>ca(i.getMinutes()),
m:i=>i.getMinutes(),ss:i=>ca(i.getSeconds()),s:i=>i.getSeconds(),fff:i=>ey(i.getMilliseconds())};function $h(i,e){e=e||Q_;let t=[],n=/\{([a-z]+)\}|[^{]+/gi,s;for(;s=n.exec(i);)t.push(s[0][0]=="{"?ty[s[1]]:s[0]);return r=>{let o="";for(let a=0;a<t.length;a++)o+=typeof t[a]=="string"?t[a]:t[a](r,e);return o}}var ny=new Intl.DateTimeFormat().resolvedOptions().timeZone;function iy(i,e){let t;return e=="UTC"||e=="Etc/UTC"?t=new Date(+i+i.getTimezoneOffset()*6e4):e==ny?t=i:(t=new Date(i.toLocaleString(
"en-US",{timeZone:e})),t.setMilliseconds(i.getMilliseconds())),t}var Pm=i=>i%1==0,Ol=[1,2,2.5,5],sy=ma(10,-32,0,Ol),Im=ma(10,0,32,Ol),ry=Im.filter(Pm),lr=sy.concat(Im),Zh=`
`,Lm="{YYYY}",Jp=Zh+Lm,Dm="{M}/{D}",fa=Zh+Dm,Ll=fa+"/{YY}",Nm="{aa}",oy="{h}:{mm}",$r=oy+Nm,Kp=Zh+$r,jp=":{ss}",Ot=null;function Um(i){let e=i*1e3,t=e*60,n=t*60,s=n*24,r=s*30,o=s*365,l=(i==1?ma(10,0,3,Ol).filter(Pm):ma(10,-3,0,Ol)).concat([e,e*5,e*10,e*15,e*30,t,t*5,t*10,t*15,t*30,n,n*2,n*3,n*4,n*6,n*8,n*12,s,s*2,s*3,s*4,s*5,s*6,s*7,s*8,s*9,s*10,s*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),c=[[o,Lm,Ot,Ot,Ot,Ot,Ot,Ot,1],[s*28,"{MMM}",Jp,Ot,Ot,Ot,Ot,Ot,1],[s,Dm,Jp,Ot,Ot,Ot,Ot,Ot,1],[n,"\
{h}"+Nm,Ll,Ot,fa,Ot,Ot,Ot,1],[t,$r,Ll,Ot,fa,Ot,Ot,Ot,1],[e,jp,Ll+" "+$r,Ot,fa+" "+$r,Ot,Kp,Ot,1],[i,jp+".{fff}",Ll+" "+$r,Ot,fa+" "+$r,Ot,Kp,Ot,1]];function u(h){return(f,d,p,y,g,m)=>{let v=[],b=g>=o,x=g>=r&&g<o,T=h(p),A=qt(T*i,3),_=Rh(T.getFullYear(),b?0:T.getMonth(),x||b?1:T.getDate()),w=qt(_*i,3);if(x||b){let D=x?g/r:0,P=b?g/o:0,I=A==w?A:qt(Rh(_.getFullYear()+P,_.getMonth()+D,1)*i,3),F=new Date(Mn(I/i)),k=F.getFullYear(),L=F.getMonth();for(let B=0;I<=y;B++){let W=Rh(k+P*B,L+D*B,1),V=W-h(qt(W*
i,3));I=qt((+W+V)*i,3),I<=y&&v.push(I)}}else{let D=g>=s?s:g,P=li(p)-li(A),I=w+P+zl(A-w,D);v.push(I);let F=h(I),k=F.getHours()+F.getMinutes()/t+F.getSeconds()/n,L=g/n,B=f.axes[d]._space,W=m/B;for(;I=qt(I+g,i==1?0:3),!(I>y);)if(L>1){let V=li(qt(k+L,6))%24,j=h(I).getHours()-V;j>1&&(j=-1),I-=j*n,k=(k+L)%24;let ne=v[v.length-1];qt((I-ne)/g,3)*W>=.7&&v.push(I)}else v.push(I)}return v}}return[l,c,u]}var[ay,ly,cy]=Um(1),[uy,hy,fy]=Um(.001);ma(2,-53,53,[1]);function Qp(i,e){return i.map(t=>t.map((n,s)=>s==
0||s==8||n==null?n:e(s==1||t[8]==0?n:t[1]+n)))}function em(i,e){return(t,n,s,r,o)=>{let a=e.find(p=>o>=p[0])||e[e.length-1],l,c,u,h,f,d;return n.map(p=>{let y=i(p),g=y.getFullYear(),m=y.getMonth(),v=y.getDate(),b=y.getHours(),x=y.getMinutes(),T=y.getSeconds(),A=g!=l&&a[2]||m!=c&&a[3]||v!=u&&a[4]||b!=h&&a[5]||x!=f&&a[6]||T!=d&&a[7]||a[1];return l=g,c=m,u=v,h=b,f=x,d=T,A(y)})}}function dy(i,e){let t=$h(e);return(n,s,r,o,a)=>s.map(l=>t(i(l)))}function Rh(i,e,t){return new Date(i,e,t)}function tm(i,e){
return e(i)}var py="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function nm(i,e){return(t,n,s,r)=>r==null?Gh:e(i(n))}function my(i,e){let t=i.series[e];return t.width?t.stroke(i,e):t.points.width?t.points.stroke(i,e):null}function gy(i,e){return i.series[e].fill(i,e)}var xy={show:!0,live:!0,isolate:!1,mount:F_,markers:{show:!0,width:2,stroke:my,fill:gy,dash:"solid"},idx:null,idxs:null,values:[]};function _y(i,e){let t=i.cursor.points,n=yi(),s=t.size(i,e);Kt(n,ua,s),Kt(n,ha,s);let r=s/-2;Kt(n,"marginLeft",r),
Kt(n,"marginTop",r);let o=t.width(i,e,s);return o&&Kt(n,"borderWidth",o),n}function yy(i,e){let t=i.series[e].points;return t._fill||t._stroke}function vy(i,e){let t=i.series[e].points;return t._stroke||t._fill}function by(i,e){return i.series[e].points.size}var Ch=[0,0];function My(i,e,t){return Ch[0]=e,Ch[1]=t,Ch}function Dl(i,e,t,n=!0){return s=>{s.button==0&&(!n||s.target==e)&&t(s)}}function Ph(i,e,t,n=!0){return s=>{(!n||s.target==e)&&t(s)}}var Sy={show:!0,x:!0,y:!0,lock:!1,move:My,points:{
one:!1,show:_y,size:by,width:0,stroke:vy,fill:yy},bind:{mousedown:Dl,mouseup:Dl,click:Dl,dblclick:Dl,mousemove:Ph,mouseleave:Ph,mouseenter:Ph},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(i,e)=>{e.stopPropagation(),e.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(i,e,t,n,s)=>n-s,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},Fm={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},Jh=xn({},Fm,{filter:Mm}),Om=xn({},Jh,{size:10}),
Bm=xn({},Fm,{show:!1}),Kh='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',km="bold "+Kh,zm=1.5,im={show:!0,scale:"x",stroke:Vh,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:km,side:2,grid:Jh,ticks:Om,border:Bm,font:Kh,lineGap:zm,rotate:0},wy="Value",Ty="Time",sm={show:!0,scale:"x",auto:!1,sorted:1,min:Xt,max:-Xt,idxs:[]};function Ay(i,e,t,n,s){return e.
map(r=>r==null?"":qh(r))}function Ey(i,e,t,n,s,r,o){let a=[],l=zs.get(s)||0;t=o?t:qt(zl(t,s),l);for(let c=t;c<=n;c=qt(c+s,l))a.push(Object.is(c,-0)?0:c);return a}function Fh(i,e,t,n,s,r,o){let a=[],l=i.scales[i.axes[e].scale].log,c=l==10?fs:ym,u=li(c(t));s=Jr(l,u),l==10&&(s=lr[Ri(s,lr)]);let h=t,f=s*l;l==10&&(f=lr[Ri(f,lr)]);do a.push(h),h=h+s,l==10&&!zs.has(h)&&(h=qt(h,zs.get(s))),h>=f&&(s=h,f=s*l,l==10&&(f=lr[Ri(f,lr)]));while(h<=n);return a}function Ry(i,e,t,n,s,r,o){let l=i.scales[i.axes[e].
scale].asinh,c=n>l?Fh(i,e,Zn(l,t),n,s):[l],u=n>=0&&t<=0?[0]:[];return(t<-l?Fh(i,e,Zn(l,-n),-t,s):[l]).reverse().map(f=>-f).concat(u,c)}var Vm=/./,Cy=/[12357]/,Py=/[125]/,rm=/1/,Oh=(i,e,t,n)=>i.map((s,r)=>e==4&&s==0||r%n==0&&t.test(s.toExponential()[s<0?1:0])?s:null);function Iy(i,e,t,n,s){let r=i.axes[t],o=r.scale,a=i.scales[o],l=i.valToPos,c=r._space,u=l(10,o),h=l(9,o)-u>=c?Vm:l(7,o)-u>=c?Cy:l(5,o)-u>=c?Py:rm;if(h==rm){let f=Sn(l(1,o)-u);if(f<c)return Oh(e.slice().reverse(),a.distr,h,vi(c/f)).reverse()}
return Oh(e,a.distr,h,1)}function Ly(i,e,t,n,s){let r=i.axes[t],o=r.scale,a=r._space,l=i.valToPos,c=Sn(l(1,o)-l(2,o));return c<a?Oh(e.slice().reverse(),3,Vm,vi(a/c)).reverse():e}function Dy(i,e,t,n){return n==null?Gh:e==null?"":qh(e)}var om={show:!0,scale:"y",stroke:Vh,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:km,side:3,grid:Jh,ticks:Om,border:Bm,font:Kh,lineGap:zm,rotate:0};function Ny(i,e){let t=3+(i||1)*2;return qt(t*e,3)}function Uy(i,e){let{scale:t,idxs:n}=i.series[0],
s=i._data[0],r=i.valToPos(s[n[0]],t,!0),o=i.valToPos(s[n[1]],t,!0),a=Sn(o-r),l=i.series[e],c=a/(l.points.space*Ft);return n[1]-n[0]<=c}var am={scale:null,auto:!0,sorted:0,min:Xt,max:-Xt},Gm=(i,e,t,n,s)=>s,lm={show:!0,auto:!0,sorted:0,gaps:Gm,alpha:1,facets:[xn({},am,{scale:"x"}),xn({},am,{scale:"y"})]},cm={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:Gm,alpha:1,points:{show:Uy,filter:null},values:null,min:Xt,max:-Xt,idxs:[],path:null,clip:null};function Fy(i,e,t,n,s){return t/10}var Hm={time:!0,
auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},Oy=xn({},Hm,{time:!1,ori:1}),um={};function Wm(i,e){let t=um[i];return t||(t={key:i,plots:[],sub(n){t.plots.push(n)},unsub(n){t.plots=t.plots.filter(s=>s!=n)},pub(n,s,r,o,a,l,c){for(let u=0;u<t.plots.length;u++)t.plots[u]!=s&&t.plots[u].pub(n,s,r,o,a,l,c)}},i!=null&&(um[i]=t)),t}var Qr=1,Bh=2;function fr(i,e,t){let n=i.mode,s=i.series[e],r=n==2?i._data[e]:i._data,o=i.scales,a=i.bbox,l=r[0],c=n==2?r[1]:r[e],u=n==2?o[s.facets[0].scale]:
o[i.series[0].scale],h=n==2?o[s.facets[1].scale]:o[s.scale],f=a.left,d=a.top,p=a.width,y=a.height,g=i.valToPosH,m=i.valToPosV;return u.ori==0?t(s,l,c,u,h,g,m,f,d,p,y,Hl,to,Xl,qm,$m):t(s,l,c,u,h,m,g,d,f,y,p,Wl,no,ef,Ym,Zm)}function jh(i,e){let t=0,n=0,s=Lt(i.bands,Yh);for(let r=0;r<s.length;r++){let o=s[r];o.series[0]==e?t=o.dir:o.series[1]==e&&(o.dir==1?n|=1:n|=2)}return[t,n==1?-1:n==2?1:n==3?2:0]}function By(i,e,t,n,s){let r=i.mode,o=i.series[e],a=r==2?o.facets[1].scale:o.scale,l=i.scales[a];return s==
-1?l.min:s==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function ds(i,e,t,n,s,r){return fr(i,e,(o,a,l,c,u,h,f,d,p,y,g)=>{let m=o.pxRound,v=c.dir*(c.ori==0?1:-1),b=c.ori==0?to:no,x,T;v==1?(x=t,T=n):(x=n,T=t);let A=m(h(a[x],c,y,d)),_=m(f(l[x],u,g,p)),w=m(h(a[T],c,y,d)),D=m(f(r==1?u.max:u.min,u,g,p)),P=new Path2D(s);return b(P,w,D),b(P,A,D),b(P,A,_),P})}function Gl(i,e,t,n,s,r){let o=null;if(i.length>0){o=new Path2D;let a=e==0?Xl:ef,l=t;for(let h=0;h<i.length;h++){let f=i[h];if(f[1]>f[0]){let d=f[0]-
l;d>0&&a(o,l,n,d,n+r),l=f[1]}}let c=t+s-l,u=10;c>0&&a(o,l,n-u/2,c,n+r+u)}return o}function ky(i,e,t){let n=i[i.length-1];n&&n[0]==e?n[1]=t:i.push([e,t])}function Qh(i,e,t,n,s,r,o){let a=[],l=i.length;for(let c=s==1?t:n;c>=t&&c<=n;c+=s)if(e[c]===null){let h=c,f=c;if(s==1)for(;++c<=n&&e[c]===null;)f=c;else for(;--c>=t&&e[c]===null;)f=c;let d=r(i[h]),p=f==h?d:r(i[f]),y=h-s;d=o<=0&&y>=0&&y<l?r(i[y]):d;let m=f+s;p=o>=0&&m>=0&&m<l?r(i[m]):p,p>=d&&a.push([d,p])}return a}function hm(i){return i==0?bm:i==
1?Mn:e=>ar(e,i)}function Xm(i){let e=i==0?Hl:Wl,t=i==0?(s,r,o,a,l,c)=>{s.arcTo(r,o,a,l,c)}:(s,r,o,a,l,c)=>{s.arcTo(o,r,l,a,c)},n=i==0?(s,r,o,a,l)=>{s.rect(r,o,a,l)}:(s,r,o,a,l)=>{s.rect(o,r,l,a)};return(s,r,o,a,l,c=0,u=0)=>{c==0&&u==0?n(s,r,o,a,l):(c=Ci(c,a/2,l/2),u=Ci(u,a/2,l/2),e(s,r+c,o),t(s,r+a,o,r+a,o+l,c),t(s,r+a,o+l,r,o+l,u),t(s,r,o+l,r,o,u),t(s,r,o,r+a,o,c),s.closePath())}}var Hl=(i,e,t)=>{i.moveTo(e,t)},Wl=(i,e,t)=>{i.moveTo(t,e)},to=(i,e,t)=>{i.lineTo(e,t)},no=(i,e,t)=>{i.lineTo(t,e)},
Xl=Xm(0),ef=Xm(1),qm=(i,e,t,n,s,r)=>{i.arc(e,t,n,s,r)},Ym=(i,e,t,n,s,r)=>{i.arc(t,e,n,s,r)},$m=(i,e,t,n,s,r,o)=>{i.bezierCurveTo(e,t,n,s,r,o)},Zm=(i,e,t,n,s,r,o)=>{i.bezierCurveTo(t,e,s,n,o,r)};function Jm(i){return(e,t,n,s,r)=>fr(e,t,(o,a,l,c,u,h,f,d,p,y,g)=>{let{pxRound:m,points:v}=o,b,x;c.ori==0?(b=Hl,x=qm):(b=Wl,x=Ym);let T=qt(v.width*Ft,3),A=(v.size-v.width)/2*Ft,_=qt(A*2,3),w=new Path2D,D=new Path2D,{left:P,top:I,width:F,height:k}=e.bbox;Xl(D,P-_,I-_,F+_*2,k+_*2);let L=B=>{if(l[B]!=null){let W=m(
h(a[B],c,y,d)),V=m(f(l[B],u,g,p));b(w,W+A,V),x(w,W,V,A,0,Nl*2)}};if(r)r.forEach(L);else for(let B=n;B<=s;B++)L(B);return{stroke:T>0?w:null,fill:w,clip:D,flags:Qr|Bh}})}function Km(i){return(e,t,n,s,r,o)=>{n!=s&&(r!=n&&o!=n&&i(e,t,n),r!=s&&o!=s&&i(e,t,s),i(e,t,o))}}var zy=Km(to),Vy=Km(no);function jm(i){let e=Lt(i?.alignGaps,0);return(t,n,s,r)=>fr(t,n,(o,a,l,c,u,h,f,d,p,y,g)=>{[s,r]=Bl(l,s,r);let m=o.pxRound,v=k=>m(h(k,c,y,d)),b=k=>m(f(k,u,g,p)),x,T;c.ori==0?(x=to,T=zy):(x=no,T=Vy);let A=c.dir*(c.
ori==0?1:-1),_={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Qr},w=_.stroke,D=!1;if(r-s>=y*4){let k=me=>t.posToVal(me,c.key,!0),L=null,B=null,W,V,he,Z=v(a[A==1?s:r]),j=v(a[s]),ne=v(a[r]),Me=k(A==1?j+1:ne-1);for(let me=A==1?s:r;me>=s&&me<=r;me+=A){let ie=a[me],Y=(A==1?ie<Me:ie>Me)?Z:v(ie),re=l[me];Y==Z?re!=null?(V=re,L==null?(x(w,Y,b(V)),W=L=B=V):V<L?L=V:V>B&&(B=V)):re===null&&(D=!0):(L!=null&&T(w,Z,b(L),b(B),b(W),b(V)),re!=null?(V=re,x(w,Y,b(V)),L=B=W=V):(L=B=null,re===null&&(D=
!0)),Z=Y,Me=k(Z+A))}L!=null&&L!=B&&he!=Z&&T(w,Z,b(L),b(B),b(W),b(V))}else for(let k=A==1?s:r;k>=s&&k<=r;k+=A){let L=l[k];L===null?D=!0:L!=null&&x(w,v(a[k]),b(L))}let[I,F]=jh(t,n);if(o.fill!=null||I!=0){let k=_.fill=new Path2D(w),L=o.fillTo(t,n,o.min,o.max,I),B=b(L),W=v(a[s]),V=v(a[r]);A==-1&&([V,W]=[W,V]),x(k,V,B),x(k,W,B)}if(!o.spanGaps){let k=[];D&&k.push(...Qh(a,l,s,r,A,v,e)),_.gaps=k=o.gaps(t,n,s,r,k),_.clip=Gl(k,c.ori,d,p,y,g)}return F!=0&&(_.band=F==2?[ds(t,n,s,r,w,-1),ds(t,n,s,r,w,1)]:ds(
t,n,s,r,w,F)),_})}function Gy(i){let e=Lt(i.align,1),t=Lt(i.ascDesc,!1),n=Lt(i.alignGaps,0),s=Lt(i.extend,!1);return(r,o,a,l)=>fr(r,o,(c,u,h,f,d,p,y,g,m,v,b)=>{[a,l]=Bl(h,a,l);let x=c.pxRound,{left:T,width:A}=r.bbox,_=j=>x(p(j,f,v,g)),w=j=>x(y(j,d,b,m)),D=f.ori==0?to:no,P={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Qr},I=P.stroke,F=f.dir*(f.ori==0?1:-1),k=w(h[F==1?a:l]),L=_(u[F==1?a:l]),B=L,W=L;s&&e==-1&&(W=T,D(I,W,k)),D(I,L,k);for(let j=F==1?a:l;j>=a&&j<=l;j+=F){let ne=h[j];
if(ne==null)continue;let Me=_(u[j]),me=w(ne);e==1?D(I,Me,k):D(I,B,me),D(I,Me,me),k=me,B=Me}let V=B;s&&e==1&&(V=T+A,D(I,V,k));let[he,Z]=jh(r,o);if(c.fill!=null||he!=0){let j=P.fill=new Path2D(I),ne=c.fillTo(r,o,c.min,c.max,he),Me=w(ne);D(j,V,Me),D(j,W,Me)}if(!c.spanGaps){let j=[];j.push(...Qh(u,h,a,l,F,_,n));let ne=c.width*Ft/2,Me=t||e==1?ne:-ne,me=t||e==-1?-ne:ne;j.forEach(ie=>{ie[0]+=Me,ie[1]+=me}),P.gaps=j=c.gaps(r,o,a,l,j),P.clip=Gl(j,f.ori,g,m,v,b)}return Z!=0&&(P.band=Z==2?[ds(r,o,a,l,I,-1),
ds(r,o,a,l,I,1)]:ds(r,o,a,l,I,Z)),P})}function fm(i,e,t,n,s,r,o=Xt){if(i.length>1){let a=null;for(let l=0,c=1/0;l<i.length;l++)if(e[l]!==void 0){if(a!=null){let u=Sn(i[l]-i[a]);u<c&&(c=u,o=Sn(t(i[l],n,s,r)-t(i[a],n,s,r)))}a=l}}return o}function Hy(i){i=i||pa;let e=Lt(i.size,[.6,Xt,1]),t=i.align||0,n=i.gap||0,s=i.radius;s=s==null?[0,0]:typeof s=="number"?[s,0]:s;let r=Ct(s),o=1-e[0],a=Lt(e[1],Xt),l=Lt(e[2],1),c=Lt(i.disp,pa),u=Lt(i.each,d=>{}),{fill:h,stroke:f}=c;return(d,p,y,g)=>fr(d,p,(m,v,b,x,T,A,_,w,D,P,I)=>{
let F=m.pxRound,k=t,L=n*Ft,B=a*Ft,W=l*Ft,V,he;x.ori==0?[V,he]=r(d,p):[he,V]=r(d,p);let Z=x.dir*(x.ori==0?1:-1),j=x.ori==0?Xl:ef,ne=x.ori==0?u:(_e,Le,Ge,Re,Qe,De,$e)=>{u(_e,Le,Ge,Qe,Re,$e,De)},Me=Lt(d.bands,Yh).find(_e=>_e.series[0]==p),me=Me!=null?Me.dir:0,ie=m.fillTo(d,p,m.min,m.max,me),we=F(_(ie,T,I,D)),Y,re,ye,Ae=P,et=F(m.width*Ft),qe=!1,ot=null,lt=null,ve=null,K=null;h!=null&&(et==0||f!=null)&&(qe=!0,ot=h.values(d,p,y,g),lt=new Map,new Set(ot).forEach(_e=>{_e!=null&&lt.set(_e,new Path2D)}),et>
0&&(ve=f.values(d,p,y,g),K=new Map,new Set(ve).forEach(_e=>{_e!=null&&K.set(_e,new Path2D)})));let{x0:be,size:Ce}=c;if(be!=null&&Ce!=null){k=1,v=be.values(d,p,y,g),be.unit==2&&(v=v.map(Ge=>d.posToVal(w+Ge*P,x.key,!0)));let _e=Ce.values(d,p,y,g);Ce.unit==2?re=_e[0]*P:re=A(_e[0],x,P,w)-A(0,x,P,w),Ae=fm(v,b,A,x,P,w,Ae),ye=Ae-re+L}else Ae=fm(v,b,A,x,P,w,Ae),ye=Ae*o+L,re=Ae-ye;ye<1&&(ye=0),et>=re/2&&(et=0),ye<5&&(F=bm);let H=ye>0,J=Ae-ye-(H?et:0);re=F(Uh(J,W,B)),Y=(k==0?re/2:k==Z?0:re)-k*Z*((k==0?L/2:
0)+(H?et/2:0));let Q={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},ue=qe?null:new Path2D,fe=null;if(Me!=null)fe=d.data[Me.series[1]];else{let{y0:_e,y1:Le}=c;_e!=null&&Le!=null&&(b=Le.values(d,p,y,g),fe=_e.values(d,p,y,g))}let Oe=V*re,N=he*re;for(let _e=Z==1?y:g;_e>=y&&_e<=g;_e+=Z){let Le=b[_e];if(Le==null)continue;if(fe!=null){let X=fe[_e]??0;if(Le-X==0)continue;we=_(X,T,I,D)}let Ge=x.distr!=2||c!=null?v[_e]:_e,Re=A(Ge,x,P,w),Qe=_(Lt(Le,ie),T,I,D),De=F(Re-Y),$e=F(Zn(Qe,we)),C=F(Ci(
Qe,we)),S=$e-C;if(Le!=null){let X=Le<0?N:Oe,de=Le<0?Oe:N;qe?(et>0&&ve[_e]!=null&&j(K.get(ve[_e]),De,C+li(et/2),re,Zn(0,S-et),X,de),ot[_e]!=null&&j(lt.get(ot[_e]),De,C+li(et/2),re,Zn(0,S-et),X,de)):j(ue,De,C+li(et/2),re,Zn(0,S-et),X,de),ne(d,p,_e,De-et/2,C,re+et,S)}}return et>0?Q.stroke=qe?K:ue:qe||(Q._fill=m.width==0?m._fill:m._stroke??m._fill,Q.width=0),Q.fill=qe?lt:ue,Q})}function Wy(i,e){let t=Lt(e?.alignGaps,0);return(n,s,r,o)=>fr(n,s,(a,l,c,u,h,f,d,p,y,g,m)=>{[r,o]=Bl(c,r,o);let v=a.pxRound,
b=V=>v(f(V,u,g,p)),x=V=>v(d(V,h,m,y)),T,A,_;u.ori==0?(T=Hl,_=to,A=$m):(T=Wl,_=no,A=Zm);let w=u.dir*(u.ori==0?1:-1),D=b(l[w==1?r:o]),P=D,I=[],F=[];for(let V=w==1?r:o;V>=r&&V<=o;V+=w)if(c[V]!=null){let Z=l[V],j=b(Z);I.push(P=j),F.push(x(c[V]))}let k={stroke:i(I,F,T,_,A,v),fill:null,clip:null,band:null,gaps:null,flags:Qr},L=k.stroke,[B,W]=jh(n,s);if(a.fill!=null||B!=0){let V=k.fill=new Path2D(L),he=a.fillTo(n,s,a.min,a.max,B),Z=x(he);_(V,P,Z),_(V,D,Z)}if(!a.spanGaps){let V=[];V.push(...Qh(l,c,r,o,w,
b,t)),k.gaps=V=a.gaps(n,s,r,o,V),k.clip=Gl(V,u.ori,p,y,g,m)}return W!=0&&(k.band=W==2?[ds(n,s,r,o,L,-1),ds(n,s,r,o,L,1)]:ds(n,s,r,o,L,W)),k})}function Xy(i){return Wy(qy,i)}function qy(i,e,t,n,s,r){let o=i.length;if(o<2)return null;let a=new Path2D;if(t(a,i[0],e[0]),o==2)n(a,i[1],e[1]);else{let l=Array(o),c=Array(o-1),u=Array(o-1),h=Array(o-1);for(let f=0;f<o-1;f++)u[f]=e[f+1]-e[f],h[f]=i[f+1]-i[f],c[f]=u[f]/h[f];l[0]=c[0];for(let f=1;f<o-1;f++)c[f]===0||c[f-1]===0||c[f-1]>0!=c[f]>0?l[f]=0:(l[f]=
3*(h[f-1]+h[f])/((2*h[f]+h[f-1])/c[f-1]+(h[f]+2*h[f-1])/c[f]),isFinite(l[f])||(l[f]=0));l[o-1]=c[o-2];for(let f=0;f<o-1;f++)s(a,i[f]+h[f]/3,e[f]+l[f]*h[f]/3,i[f+1]-h[f]/3,e[f+1]-l[f+1]*h[f]/3,i[f+1],e[f+1])}return a}var kh=new Set;function dm(){for(let i of kh)i.syncRect(!0)}eo&&(ur(A_,Zr,dm),ur(E_,Zr,dm,!0),ur(Ul,Zr,()=>{wn.pxRatio=Ft}));var Yy=jm(),$y=Jm();function pm(i,e,t,n){return(n?[i[0],i[1]].concat(i.slice(2)):[i[0]].concat(i.slice(1))).map((r,o)=>zh(r,o,e,t))}function Zy(i,e){return i.map(
(t,n)=>n==0?{}:xn({},e,t))}function zh(i,e,t,n){return xn({},e==0?t:n,i)}function Qm(i,e,t){return e==null?Kr:[e,t]}var Jy=Qm;function Ky(i,e,t){return e==null?Kr:Fl(e,t,Xh,!0)}function eg(i,e,t,n){return e==null?Kr:kl(e,t,i.scales[n].log,!1)}var jy=eg;function tg(i,e,t,n){return e==null?Kr:Wh(e,t,i.scales[n].log,!1)}var Qy=tg;function ev(i,e,t,n,s){let r=Zn(qp(i),qp(e)),o=e-i,a=Ri(s/n*o,t);do{let l=t[a],c=n*l/o;if(c>=s&&r+(l<5?zs.get(l):0)<=17)return[l,c]}while(++a<t.length);return[0,0]}function mm(i){
let e,t;return i=i.replace(/(\d+)px/,(n,s)=>(e=Mn((t=+s)*Ft))+"px"),[i,e,t]}function tv(i){i.show&&[i.font,i.labelFont].forEach(e=>{let t=qt(e[2]*Ft,1);e[0]=e[0].replace(/[0-9.]+px/,t+"px"),e[1]=t})}function wn(i,e,t){let n={mode:Lt(i.mode,1)},s=n.mode;function r(M,E,U,O){let $=E.valToPct(M);return O+U*(E.dir==-1?1-$:$)}function o(M,E,U,O){let $=E.valToPct(M);return O+U*(E.dir==-1?$:1-$)}function a(M,E,U,O){return E.ori==0?r(M,E,U,O):o(M,E,U,O)}n.valToPosH=r,n.valToPosV=o;let l=!1;n.status=0;let c=n.
root=yi(l_);if(i.id!=null&&(c.id=i.id),ai(c,i.class),i.title){let M=yi(h_,c);M.textContent=i.title}let u=Ei("canvas"),h=n.ctx=u.getContext("2d"),f=yi(f_,c);ur("click",f,M=>{M.target===p&&($t!=zr||jt!=Vr)&&Nn.click(n,M)},!0);let d=n.under=yi(d_,f);f.appendChild(u);let p=n.over=yi(p_,f);i=jr(i);let y=+Lt(i.pxAlign,1),g=hm(y);(i.plugins||[]).forEach(M=>{M.opts&&(i=M.opts(n,i)||i)});let m=i.ms||.001,v=n.series=s==1?pm(i.series||[],sm,cm,!1):Zy(i.series||[null],lm),b=n.axes=pm(i.axes||[],im,om,!0),x=n.
scales={},T=n.bands=i.bands||[];T.forEach(M=>{M.fill=Ct(M.fill||null),M.dir=Lt(M.dir,-1)});let A=s==2?v[1].facets[0].scale:v[0].scale,_={axes:ls,series:wt},w=(i.drawOrder||["axes","series"]).map(M=>_[M]);function D(M){let E=M.distr==3?U=>fs(U>0?U:M.clamp(n,U,M.min,M.max,M.key)):M.distr==4?U=>Eh(U,M.asinh):M.distr==100?U=>M.fwd(U):U=>U;return U=>{let O=E(U),{_min:$,_max:oe}=M,Te=oe-$;return(O-$)/Te}}function P(M){let E=x[M];if(E==null){let U=(i.scales||pa)[M]||pa;if(U.from!=null){P(U.from);let O=xn(
{},x[U.from],U,{key:M});O.valToPct=D(O),x[M]=O}else{E=x[M]=xn({},M==A?Hm:Oy,U),E.key=M;let O=E.time,$=E.range,oe=ks($);if((M!=A||s==2&&!O)&&(oe&&($[0]==null||$[1]==null)&&($={min:$[0]==null?Hp:{mode:1,hard:$[0],soft:$[0]},max:$[1]==null?Hp:{mode:1,hard:$[1],soft:$[1]}},oe=!1),!oe&&Vl($))){let Te=$;$=(Ne,Ve,Ke)=>Ve==null?Kr:Fl(Ve,Ke,Te)}E.range=Ct($||(O?Jy:M==A?E.distr==3?jy:E.distr==4?Qy:Qm:E.distr==3?eg:E.distr==4?tg:Ky)),E.auto=Ct(oe?!1:E.auto),E.clamp=Ct(E.clamp||Fy),E._min=E._max=null,E.valToPct=
D(E)}}}P("x"),P("y"),s==1&&v.forEach(M=>{P(M.scale)}),b.forEach(M=>{P(M.scale)});for(let M in i.scales)P(M);let I=x[A],F=I.distr,k,L;I.ori==0?(ai(c,c_),k=r,L=o):(ai(c,u_),k=o,L=r);let B={};for(let M in x){let E=x[M];(E.min!=null||E.max!=null)&&(B[M]={min:E.min,max:E.max},E.min=E.max=null)}let W=i.tzDate||(M=>new Date(Mn(M/m))),V=i.fmtDate||$h,he=m==1?cy(W):fy(W),Z=em(W,Qp(m==1?ly:hy,V)),j=nm(W,tm(py,V)),ne=[],Me=n.legend=xn({},xy,i.legend),me=n.cursor=xn({},Sy,{drag:{y:s==2}},i.cursor),ie=Me.show,
we=me.show,Y=Me.markers;Me.idxs=ne,Y.width=Ct(Y.width),Y.dash=Ct(Y.dash),Y.stroke=Ct(Y.stroke),Y.fill=Ct(Y.fill);let re,ye,Ae,et=[],qe=[],ot,lt=!1,ve={};if(Me.live){let M=v[1]?v[1].values:null;lt=M!=null,ot=lt?M(n,1,0):{_:0};for(let E in ot)ve[E]=Gh}if(ie)if(re=Ei("table",v_,c),Ae=Ei("tbody",null,re),Me.mount(n,re),lt){ye=Ei("thead",null,re,Ae);let M=Ei("tr",null,ye);Ei("th",null,M);for(var K in ot)Ei("th",Pp,M).textContent=K}else ai(re,M_),Me.live&&ai(re,b_);let be={show:!0},Ce={show:!1};function H(M,E){
if(E==0&&(lt||!Me.live||s==2))return Kr;let U=[],O=Ei("tr",S_,Ae,Ae.childNodes[E]);ai(O,M.class),M.show||ai(O,cr);let $=Ei("th",null,O);if(Y.show){let Ne=yi(w_,$);if(E>0){let Ve=Y.width(n,E);Ve&&(Ne.style.border=Ve+"px "+Y.dash(n,E)+" "+Y.stroke(n,E)),Ne.style.background=Y.fill(n,E)}}let oe=yi(Pp,$);M.label instanceof HTMLElement?oe.appendChild(M.label):oe.textContent=M.label,E>0&&(Y.show||(oe.style.color=M.width>0?Y.stroke(n,E):Y.fill(n,E)),Q("click",$,Ne=>{if(me._lock)return;dt(Ne);let Ve=v.indexOf(
M);if((Ne.ctrlKey||Ne.metaKey)!=Me.isolate){let Ke=v.some((je,it)=>it>0&&it!=Ve&&je.show);v.forEach((je,it)=>{it>0&&Hi(it,Ke?it==Ve?be:Ce:be,!0,gn.setSeries)})}else Hi(Ve,{show:!M.show},!0,gn.setSeries)},!1),ct&&Q(Np,$,Ne=>{me._lock||(dt(Ne),Hi(v.indexOf(M),Hr,!0,gn.setSeries))},!1));for(var Te in ot){let Ne=Ei("td",T_,O);Ne.textContent="--",U.push(Ne)}return[O,U]}let J=new Map;function Q(M,E,U,O=!0){let $=J.get(E)||{},oe=me.bind[M](n,E,U,O);oe&&(ur(M,E,$[M]=oe),J.set(E,$))}function ue(M,E,U){let O=J.
get(E)||{};for(let $ in O)(M==null||$==M)&&(Nh($,E,O[$]),delete O[$]);M==null&&J.delete(E)}let fe=0,Oe=0,N=0,_e=0,Le=0,Ge=0,Re=Le,Qe=Ge,De=N,$e=_e,C=0,S=0,X=0,de=0;n.bbox={};let ae=!1,Ee=!1,Pe=!1,le=!1,pe=!1,Ie=!1;function z(M,E,U){(U||M!=n.width||E!=n.height)&&xe(M,E),bt(!1),Pe=!0,Ee=!0,kn()}function xe(M,E){n.width=fe=N=M,n.height=Oe=_e=E,Le=Ge=0,ke(),at();let U=n.bbox;C=U.left=ar(Le*Ft,.5),S=U.top=ar(Ge*Ft,.5),X=U.width=ar(N*Ft,.5),de=U.height=ar(_e*Ft,.5)}let ge=3;function ze(){let M=!1,E=0;
for(;!M;){E++;let U=Or(E),O=Gi(E);M=E==ge||U&&O,M||(xe(n.width,n.height),Ee=!0)}}function Ue({width:M,height:E}){z(M,E)}n.setSize=Ue;function ke(){let M=!1,E=!1,U=!1,O=!1;b.forEach(($,oe)=>{if($.show&&$._show){let{side:Te,_size:Ne}=$,Ve=Te%2,Ke=$.label!=null?$.labelSize:0,je=Ne+Ke;je>0&&(Ve?(N-=je,Te==3?(Le+=je,O=!0):U=!0):(_e-=je,Te==0?(Ge+=je,M=!0):E=!0))}}),zi[0]=M,zi[1]=U,zi[2]=E,zi[3]=O,N-=wi[1]+wi[3],Le+=wi[3],_e-=wi[2]+wi[0],Ge+=wi[0]}function at(){let M=Le+N,E=Ge+_e,U=Le,O=Ge;function $(oe,Te){
switch(oe){case 1:return M+=Te,M-Te;case 2:return E+=Te,E-Te;case 3:return U-=Te,U+Te;case 0:return O-=Te,O+Te}}b.forEach((oe,Te)=>{if(oe.show&&oe._show){let Ne=oe.side;oe._pos=$(Ne,oe._size),oe.label!=null&&(oe._lpos=$(Ne,oe.labelSize))}})}if(me.dataIdx==null){let M=me.hover,E=M.skip=new Set(M.skip??[]);E.add(void 0);let U=M.prox=Ct(M.prox),O=M.bias??=0;me.dataIdx=($,oe,Te,Ne)=>{if(oe==0)return Te;let Ve=Te,Ke=U($,oe,Te,Ne)??Xt,je=Ke>=0&&Ke<Xt,it=I.ori==0?N:_e,yt=me.left,Ut=e[0],It=e[oe];if(E.has(
It[Te])){Ve=null;let At=null,gt=null,ht;if(O==0||O==-1)for(ht=Te;At==null&&ht-- >0;)E.has(It[ht])||(At=ht);if(O==0||O==1)for(ht=Te;gt==null&&ht++<It.length;)E.has(It[ht])||(gt=ht);if(At!=null||gt!=null)if(je){let Jt=At==null?-1/0:k(Ut[At],I,it,0),an=gt==null?1/0:k(Ut[gt],I,it,0),In=yt-Jt,Wt=an-yt;In<=Wt?In<=Ke&&(Ve=At):Wt<=Ke&&(Ve=gt)}else Ve=gt==null?At:At==null?gt:Te-At<=gt-Te?At:gt}else je&&Sn(yt-k(Ut[Te],I,it,0))>Ke&&(Ve=null);return Ve}}let dt=M=>{me.event=M};me.idxs=ne,me._lock=!1;let Se=me.
points;Se.show=Ct(Se.show),Se.size=Ct(Se.size),Se.stroke=Ct(Se.stroke),Se.width=Ct(Se.width),Se.fill=Ct(Se.fill);let Ye=n.focus=xn({},i.focus||{alpha:.3},me.focus),ct=Ye.prox>=0,Be=ct&&Se.one,mt=[],Ht=[],Bn=[];function jo(M,E){let U=Se.show(n,E);if(U instanceof HTMLElement)return ai(U,y_),ai(U,M.class),Zi(U,-10,-10,N,_e),p.insertBefore(U,mt[E]),U}function Nr(M,E){if(s==1||E>0){let U=s==1&&x[M.scale].time,O=M.value;M.value=U?Zp(O)?nm(W,tm(O,V)):O||j:O||Dy,M.label=M.label||(U?Ty:wy)}if(Be||E>0){M.
width=M.width==null?1:M.width,M.paths=M.paths||Yy||O_,M.fillTo=Ct(M.fillTo||By),M.pxAlign=+Lt(M.pxAlign,y),M.pxRound=hm(M.pxAlign),M.stroke=Ct(M.stroke||null),M.fill=Ct(M.fill||null),M._stroke=M._fill=M._paths=M._focus=null;let U=Ny(Zn(1,M.width),1),O=M.points=xn({},{size:U,width:Zn(1,U*.2),stroke:M.stroke,space:U*2,paths:$y,_stroke:null,_fill:null},M.points);O.show=Ct(O.show),O.filter=Ct(O.filter),O.fill=Ct(O.fill),O.stroke=Ct(O.stroke),O.paths=Ct(O.paths),O.pxAlign=M.pxAlign}if(ie){let U=H(M,E);
et.splice(E,0,U[0]),qe.splice(E,0,U[1]),Me.values.push(null)}if(we){ne.splice(E,0,null);let U=null;Be?E==0&&(U=jo(M,E)):E>0&&(U=jo(M,E)),mt.splice(E,0,U),Ht.splice(E,0,0),Bn.splice(E,0,0)}Pn("addSeries",E)}function fh(M,E){E=E??v.length,M=s==1?zh(M,E,sm,cm):zh(M,E,{},lm),v.splice(E,0,M),Nr(v[E],E)}n.addSeries=fh;function bl(M){if(v.splice(M,1),ie){Me.values.splice(M,1),qe.splice(M,1);let E=et.splice(M,1)[0];ue(null,E.firstChild),E.remove()}we&&(ne.splice(M,1),mt.splice(M,1)[0].remove(),Ht.splice(
M,1),Bn.splice(M,1)),Pn("delSeries",M)}n.delSeries=bl;let zi=[!1,!1,!1,!1];function rs(M,E){if(M._show=M.show,M.show){let U=M.side%2,O=x[M.scale];O==null&&(M.scale=U?v[1].scale:A,O=x[M.scale]);let $=O.time;M.size=Ct(M.size),M.space=Ct(M.space),M.rotate=Ct(M.rotate),ks(M.incrs)&&M.incrs.forEach(Te=>{!zs.has(Te)&&zs.set(Te,wm(Te))}),M.incrs=Ct(M.incrs||(O.distr==2?ry:$?m==1?ay:uy:lr)),M.splits=Ct(M.splits||($&&O.distr==1?he:O.distr==3?Fh:O.distr==4?Ry:Ey)),M.stroke=Ct(M.stroke),M.grid.stroke=Ct(M.
grid.stroke),M.ticks.stroke=Ct(M.ticks.stroke),M.border.stroke=Ct(M.border.stroke);let oe=M.values;M.values=ks(oe)&&!ks(oe[0])?Ct(oe):$?ks(oe)?em(W,Qp(oe,V)):Zp(oe)?dy(W,oe):oe||Z:oe||Ay,M.filter=Ct(M.filter||(O.distr>=3&&O.log==10?Iy:O.distr==3&&O.log==2?Ly:Mm)),M.font=mm(M.font),M.labelFont=mm(M.labelFont),M._size=M.size(n,null,E,0),M._space=M._rotate=M._incrs=M._found=M._splits=M._values=null,M._size>0&&(zi[E]=!0,M._el=yi(m_,f))}}function os(M,E,U,O){let[$,oe,Te,Ne]=U,Ve=E%2,Ke=0;return Ve==0&&
(Ne||oe)&&(Ke=E==0&&!$||E==2&&!Te?Mn(im.size/3):0),Ve==1&&($||Te)&&(Ke=E==1&&!oe||E==3&&!Ne?Mn(om.size/2):0),Ke}let Qo=n.padding=(i.padding||[os,os,os,os]).map(M=>Ct(Lt(M,os))),wi=n._padding=Qo.map((M,E)=>M(n,E,zi,0)),rn,cn=null,un=null,Vi=s==1?v[0].idxs:null,ii=null,Is=!1;function ea(M,E){if(e=M??[],n.data=n._data=e,s==2){rn=0;for(let U=1;U<v.length;U++)rn+=e[U][0].length}else{e.length==0&&(n.data=n._data=e=[[]]),ii=e[0],rn=ii.length;let U=e;if(F==2){U=e.slice();let O=U[0]=Array(rn);for(let $=0;$<
rn;$++)O[$]=$}n._data=e=U}if(bt(!0),Pn("setData"),F==2&&(Pe=!0),E!==!1){let U=I;U.auto(n,Is)?ta():Ns(A,U.min,U.max),le=le||me.left>=0,Ie=!0,kn()}}n.setData=ea;function ta(){Is=!0;let M,E;s==1&&(rn>0?(cn=Vi[0]=0,un=Vi[1]=rn-1,M=e[0][cn],E=e[0][un],F==2?(M=cn,E=un):M==E&&(F==3?[M,E]=kl(M,M,I.log,!1):F==4?[M,E]=Wh(M,M,I.log,!1):I.time?E=M+Mn(86400/m):[M,E]=Fl(M,E,Xh,!0))):(cn=Vi[0]=M=null,un=Vi[1]=E=null)),Ns(A,M,E)}let Ur,Ls,Fr,R,q,ce,te,se,He,Xe;function We(M,E,U,O,$,oe){M??=Lp,U??=Yh,O??="butt",
$??=Lp,oe??="round",M!=Ur&&(h.strokeStyle=Ur=M),$!=Ls&&(h.fillStyle=Ls=$),E!=Fr&&(h.lineWidth=Fr=E),oe!=q&&(h.lineJoin=q=oe),O!=ce&&(h.lineCap=ce=O),U!=R&&h.setLineDash(R=U)}function Ze(M,E,U,O){E!=Ls&&(h.fillStyle=Ls=E),M!=te&&(h.font=te=M),U!=se&&(h.textAlign=se=U),O!=He&&(h.textBaseline=He=O)}function rt(M,E,U,O,$=0){if(O.length>0&&M.auto(n,Is)&&(E==null||E.min==null)){let oe=Lt(cn,0),Te=Lt(un,O.length-1),Ne=U.min==null?I_(O,oe,Te,$,M.distr==3):[U.min,U.max];M.min=Ci(M.min,U.min=Ne[0]),M.max=
Zn(M.max,U.max=Ne[1])}}let _t={min:null,max:null};function St(){for(let O in x){let $=x[O];B[O]==null&&($.min==null||B[A]!=null&&$.auto(n,Is))&&(B[O]=_t)}for(let O in x){let $=x[O];B[O]==null&&$.from!=null&&B[$.from]!=null&&(B[O]=_t)}B[A]!=null&&bt(!0);let M={};for(let O in B){let $=B[O];if($!=null){let oe=M[O]=jr(x[O],z_);if($.min!=null)xn(oe,$);else if(O!=A||s==2)if(rn==0&&oe.from==null){let Te=oe.range(n,null,null,O);oe.min=Te[0],oe.max=Te[1]}else oe.min=Xt,oe.max=-Xt}}if(rn>0){v.forEach((O,$)=>{
if(s==1){let oe=O.scale,Te=B[oe];if(Te==null)return;let Ne=M[oe];if($==0){let Ve=Ne.range(n,Ne.min,Ne.max,oe);Ne.min=Ve[0],Ne.max=Ve[1],cn=Ri(Ne.min,e[0]),un=Ri(Ne.max,e[0]),un-cn>1&&(e[0][cn]<Ne.min&&cn++,e[0][un]>Ne.max&&un--),O.min=ii[cn],O.max=ii[un]}else O.show&&O.auto&&rt(Ne,Te,O,e[$],O.sorted);O.idxs[0]=cn,O.idxs[1]=un}else if($>0&&O.show&&O.auto){let[oe,Te]=O.facets,Ne=oe.scale,Ve=Te.scale,[Ke,je]=e[$],it=M[Ne],yt=M[Ve];it!=null&&rt(it,B[Ne],oe,Ke,oe.sorted),yt!=null&&rt(yt,B[Ve],Te,je,Te.
sorted),O.min=Te.min,O.max=Te.max}});for(let O in M){let $=M[O],oe=B[O];if($.from==null&&(oe==null||oe.min==null)){let Te=$.range(n,$.min==Xt?null:$.min,$.max==-Xt?null:$.max,O);$.min=Te[0],$.max=Te[1]}}}for(let O in M){let $=M[O];if($.from!=null){let oe=M[$.from];if(oe.min==null)$.min=$.max=null;else{let Te=$.range(n,oe.min,oe.max,O);$.min=Te[0],$.max=Te[1]}}}let E={},U=!1;for(let O in M){let $=M[O],oe=x[O];if(oe.min!=$.min||oe.max!=$.max){oe.min=$.min,oe.max=$.max;let Te=oe.distr;oe._min=Te==3?
fs(oe.min):Te==4?Eh(oe.min,oe.asinh):Te==100?oe.fwd(oe.min):oe.min,oe._max=Te==3?fs(oe.max):Te==4?Eh(oe.max,oe.asinh):Te==100?oe.fwd(oe.max):oe.max,E[O]=U=!0}}if(U){v.forEach((O,$)=>{s==2?$>0&&E.y&&(O._paths=null):E[O.scale]&&(O._paths=null)});for(let O in E)Pe=!0,Pn("setScale",O);we&&me.left>=0&&(le=Ie=!0)}for(let O in B)B[O]=null}function st(M){let E=Uh(cn-1,0,rn-1),U=Uh(un+1,0,rn-1);for(;M[E]==null&&E>0;)E--;for(;M[U]==null&&U<rn-1;)U++;return[E,U]}function wt(){if(rn>0){let M=v.some(E=>E._focus)&&
Xe!=Ye.alpha;M&&(h.globalAlpha=Xe=Ye.alpha),v.forEach((E,U)=>{if(U>0&&E.show&&(tn(U,!1),tn(U,!0),E._paths==null)){let O=Xe;Xe!=E.alpha&&(h.globalAlpha=Xe=E.alpha);let $=s==2?[0,e[U][0].length-1]:st(e[U]);E._paths=E.paths(n,U,$[0],$[1]),Xe!=O&&(h.globalAlpha=Xe=O)}}),v.forEach((E,U)=>{if(U>0&&E.show){let O=Xe;Xe!=E.alpha&&(h.globalAlpha=Xe=E.alpha),E._paths!=null&&zt(U,!1);{let $=E._paths!=null?E._paths.gaps:null,oe=E.points.show(n,U,cn,un,$),Te=E.points.filter(n,U,oe,$);(oe||Te)&&(E.points._paths=
E.points.paths(n,U,cn,un,Te),zt(U,!0))}Xe!=O&&(h.globalAlpha=Xe=O),Pn("drawSeries",U)}}),M&&(h.globalAlpha=Xe=1)}}function tn(M,E){let U=E?v[M].points:v[M];U._stroke=U.stroke(n,M),U._fill=U.fill(n,M)}function zt(M,E){let U=E?v[M].points:v[M],{stroke:O,fill:$,clip:oe,flags:Te,_stroke:Ne=U._stroke,_fill:Ve=U._fill,_width:Ke=U.width}=U._paths;Ke=qt(Ke*Ft,3);let je=null,it=Ke%2/2;E&&Ve==null&&(Ve=Ke>0?"#fff":Ne);let yt=U.pxAlign==1&&it>0;if(yt&&h.translate(it,it),!E){let Ut=C-Ke/2,It=S-Ke/2,At=X+Ke,
gt=de+Ke;je=new Path2D,je.rect(Ut,It,At,gt)}E?tt(Ne,Ke,U.dash,U.cap,Ve,O,$,Te,oe):Vt(M,Ne,Ke,U.dash,U.cap,Ve,O,$,Te,je,oe),yt&&h.translate(-it,-it)}function Vt(M,E,U,O,$,oe,Te,Ne,Ve,Ke,je){let it=!1;Ve!=0&&T.forEach((yt,Ut)=>{if(yt.series[0]==M){let It=v[yt.series[1]],At=e[yt.series[1]],gt=(It._paths||pa).band;ks(gt)&&(gt=yt.dir==1?gt[0]:gt[1]);let ht,Jt=null;It.show&&gt&&D_(At,cn,un)?(Jt=yt.fill(n,Ut)||oe,ht=It._paths.clip):gt=null,tt(E,U,O,$,Jt,Te,Ne,Ve,Ke,je,ht,gt),it=!0}}),it||tt(E,U,O,$,oe,
Te,Ne,Ve,Ke,je)}let bn=Qr|Bh;function tt(M,E,U,O,$,oe,Te,Ne,Ve,Ke,je,it){We(M,E,U,O,$),(Ve||Ke||it)&&(h.save(),Ve&&h.clip(Ve),Ke&&h.clip(Ke)),it?(Ne&bn)==bn?(h.clip(it),je&&h.clip(je),Rt($,Te),dn(M,oe,E)):Ne&Bh?(Rt($,Te),h.clip(it),dn(M,oe,E)):Ne&Qr&&(h.save(),h.clip(it),je&&h.clip(je),Rt($,Te),h.restore(),dn(M,oe,E)):(Rt($,Te),dn(M,oe,E)),(Ve||Ke||it)&&h.restore()}function dn(M,E,U){U>0&&(E instanceof Map?E.forEach((O,$)=>{h.strokeStyle=Ur=$,h.stroke(O)}):E!=null&&M&&h.stroke(E))}function Rt(M,E){
E instanceof Map?E.forEach((U,O)=>{h.fillStyle=Ls=O,h.fill(U)}):E!=null&&M&&h.fill(E)}function as(M,E,U,O){let $=b[M],oe;if(O<=0)oe=[0,0];else{let Te=$._space=$.space(n,M,E,U,O),Ne=$._incrs=$.incrs(n,M,E,U,O,Te);oe=ev(E,U,Ne,O,Te)}return $._found=oe}function pn(M,E,U,O,$,oe,Te,Ne,Ve,Ke){let je=Te%2/2;y==1&&h.translate(je,je),We(Ne,Te,Ve,Ke,Ne),h.beginPath();let it,yt,Ut,It,At=$+(O==0||O==3?-oe:oe);U==0?(yt=$,It=At):(it=$,Ut=At);for(let gt=0;gt<M.length;gt++)E[gt]!=null&&(U==0?it=Ut=M[gt]:yt=It=M[gt],
h.moveTo(it,yt),h.lineTo(Ut,It));h.stroke(),y==1&&h.translate(-je,-je)}function Or(M){let E=!0;return b.forEach((U,O)=>{if(!U.show)return;let $=x[U.scale];if($.min==null){U._show&&(E=!1,U._show=!1,bt(!1));return}else U._show||(E=!1,U._show=!0,bt(!1));let oe=U.side,Te=oe%2,{min:Ne,max:Ve}=$,[Ke,je]=as(O,Ne,Ve,Te==0?N:_e);if(je==0)return;let it=$.distr==2,yt=U._splits=U.splits(n,O,Ne,Ve,Ke,je,it),Ut=$.distr==2?yt.map(ht=>ii[ht]):yt,It=$.distr==2?ii[yt[1]]-ii[yt[0]]:Ke,At=U._values=U.values(n,U.filter(
n,Ut,O,je,It),O,je,It);U._rotate=oe==2?U.rotate(n,At,O,je):0;let gt=U._size;U._size=vi(U.size(n,At,O,M)),gt!=null&&U._size!=gt&&(E=!1)}),E}function Gi(M){let E=!0;return Qo.forEach((U,O)=>{let $=U(n,O,zi,M);$!=wi[O]&&(E=!1),wi[O]=$}),E}function ls(){for(let M=0;M<b.length;M++){let E=b[M];if(!E.show||!E._show)continue;let U=E.side,O=U%2,$,oe,Te=E.stroke(n,M),Ne=U==0||U==3?-1:1,[Ve,Ke]=E._found;if(E.label!=null){let qn=E.labelGap*Ne,oi=Mn((E._lpos+qn)*Ft);Ze(E.labelFont[0],Te,"center",U==2?"top":Ip),
h.save(),O==1?($=oe=0,h.translate(oi,Mn(S+de/2)),h.rotate((U==3?-Nl:Nl)/2)):($=Mn(C+X/2),oe=oi);let or=vm(E.label)?E.label(n,M,Ve,Ke):E.label;h.fillText(or,$,oe),h.restore()}if(Ke==0)continue;let je=x[E.scale],it=O==0?X:de,yt=O==0?C:S,Ut=E._splits,It=je.distr==2?Ut.map(qn=>ii[qn]):Ut,At=je.distr==2?ii[Ut[1]]-ii[Ut[0]]:Ve,gt=E.ticks,ht=E.border,Jt=gt.show?gt.size:0,an=Mn(Jt*Ft),In=Mn((E.alignTo==2?E._size-Jt-E.gap:E.gap)*Ft),Wt=E._rotate*-Nl/180,ln=g(E._pos*Ft),si=(an+In)*Ne,Xn=ln+si;oe=O==0?Xn:0,
$=O==1?Xn:0;let gi=E.font[0],Ti=E.align==1?Yr:E.align==2?wh:Wt>0?Yr:Wt<0?wh:O==0?"center":U==3?wh:Yr,Xi=Wt||O==1?"middle":U==2?"top":Ip;Ze(gi,Te,Ti,Xi);let ri=E.font[1]*E.lineGap,xi=Ut.map(qn=>g(a(qn,je,it,yt))),Ai=E._values;for(let qn=0;qn<Ai.length;qn++){let oi=Ai[qn];if(oi!=null){O==0?$=xi[qn]:oe=xi[qn],oi=""+oi;let or=oi.indexOf(`
`)==-1?[oi]:oi.split(/\n/gm);for(let Yn=0;Yn<or.length;Yn++){let Mp=or[Yn];Wt?(h.save(),h.translate($,oe+Yn*ri),h.rotate(Wt),h.fillText(Mp,0,0),h.restore()):h.fillText(Mp,$,oe+Yn*ri)}}}gt.show&&pn(xi,gt.filter(n,It,M,Ke,At),O,U,ln,an,qt(gt.width*Ft,3),gt.stroke(n,M),gt.dash,gt.cap);let qi=E.grid;qi.show&&pn(xi,qi.filter(n,It,M,Ke,At),O,O==0?2:1,O==0?S:C,O==0?de:X,qt(qi.width*Ft,3),qi.stroke(n,M),qi.dash,qi.cap),ht.show&&pn([ln],[1],O==0?1:0,O==0?1:2,O==1?S:C,O==1?de:X,qt(ht.width*Ft,3),ht.stroke(
n,M),ht.dash,ht.cap)}Pn("drawAxes")}function bt(M){v.forEach((E,U)=>{U>0&&(E._paths=null,M&&(s==1?(E.min=null,E.max=null):E.facets.forEach(O=>{O.min=null,O.max=null})))})}let on=!1,Wn=!1,Gt=[];function mn(){Wn=!1;for(let M=0;M<Gt.length;M++)Pn(...Gt[M]);Gt.length=0}function kn(){on||(Y_(sp),on=!0)}function Ml(M,E=!1){on=!0,Wn=E,M(n),sp(),E&&Gt.length>0&&queueMicrotask(mn)}n.batch=Ml;function sp(){if(ae&&(St(),ae=!1),Pe&&(ze(),Pe=!1),Ee){if(Kt(d,Yr,Le),Kt(d,"top",Ge),Kt(d,ua,N),Kt(d,ha,_e),Kt(p,Yr,
Le),Kt(p,"top",Ge),Kt(p,ua,N),Kt(p,ha,_e),Kt(f,ua,fe),Kt(f,ha,Oe),u.width=Mn(fe*Ft),u.height=Mn(Oe*Ft),b.forEach(({_el:M,_show:E,_size:U,_pos:O,side:$})=>{if(M!=null)if(E){let oe=$===3||$===0?U:0,Te=$%2==1;Kt(M,Te?"left":"top",O-oe),Kt(M,Te?"width":"height",U),Kt(M,Te?"top":"left",Te?Ge:Le),Kt(M,Te?"height":"width",Te?_e:N),Dh(M,cr)}else ai(M,cr)}),Ur=Ls=Fr=q=ce=te=se=He=R=null,Xe=1,sa(!0),Le!=Re||Ge!=Qe||N!=De||_e!=$e){bt(!1);let M=N/De,E=_e/$e;if(we&&!le&&me.left>=0){me.left*=M,me.top*=E,Br&&Zi(
Br,Mn(me.left),0,N,_e),kr&&Zi(kr,0,Mn(me.top),N,_e);for(let U=0;U<mt.length;U++){let O=mt[U];O!=null&&(Ht[U]*=M,Bn[U]*=E,Zi(O,vi(Ht[U]),vi(Bn[U]),N,_e))}}if(Zt.show&&!pe&&Zt.left>=0&&Zt.width>0){Zt.left*=M,Zt.width*=M,Zt.top*=E,Zt.height*=E;for(let U in _h)Kt(Gr,U,Zt[U])}Re=Le,Qe=Ge,De=N,$e=_e}Pn("setSize"),Ee=!1}fe>0&&Oe>0&&(h.clearRect(0,0,u.width,u.height),Pn("drawClear"),w.forEach(M=>M()),Pn("draw")),Zt.show&&pe&&(Sl(Zt),pe=!1),we&&le&&(rr(null,!0,!1),le=!1),Me.show&&Me.live&&Ie&&(gh(),Ie=!1),
l||(l=!0,n.status=1,Pn("ready")),Is=!1,on=!1}n.redraw=(M,E)=>{Pe=E||!1,M!==!1?Ns(A,I.min,I.max):kn()};function dh(M,E){let U=x[M];if(U.from==null){if(rn==0){let O=U.range(n,E.min,E.max,M);E.min=O[0],E.max=O[1]}if(E.min>E.max){let O=E.min;E.min=E.max,E.max=O}if(rn>1&&E.min!=null&&E.max!=null&&E.max-E.min<1e-16)return;M==A&&U.distr==2&&rn>0&&(E.min=Ri(E.min,e[0]),E.max=Ri(E.max,e[0]),E.min==E.max&&E.max++),B[M]=E,ae=!0,kn()}}n.setScale=dh;let ph,mh,Br,kr,rp,op,zr,Vr,ap,lp,$t,jt,Ds=!1,Nn=me.drag,Rn=Nn.
x,Cn=Nn.y;we&&(me.x&&(ph=yi(x_,p)),me.y&&(mh=yi(__,p)),I.ori==0?(Br=ph,kr=mh):(Br=mh,kr=ph),$t=me.left,jt=me.top);let Zt=n.select=xn({show:!0,over:!0,left:0,width:0,top:0,height:0},i.select),Gr=Zt.show?yi(g_,Zt.over?p:d):null;function Sl(M,E){if(Zt.show){for(let U in M)Zt[U]=M[U],U in _h&&Kt(Gr,U,M[U]);E!==!1&&Pn("setSelect")}}n.setSelect=Sl;function qx(M){if(v[M].show)ie&&Dh(et[M],cr);else if(ie&&ai(et[M],cr),we){let U=Be?mt[0]:mt[M];U!=null&&Zi(U,-10,-10,N,_e)}}function Ns(M,E,U){dh(M,{min:E,max:U})}
function Hi(M,E,U,O){E.focus!=null&&Kx(M),E.show!=null&&v.forEach(($,oe)=>{oe>0&&(M==oe||M==null)&&($.show=E.show,qx(oe),s==2?(Ns($.facets[0].scale,null,null),Ns($.facets[1].scale,null,null)):Ns($.scale,null,null),kn())}),U!==!1&&Pn("setSeries",M,E),O&&ra("setSeries",n,M,E)}n.setSeries=Hi;function Yx(M,E){xn(T[M],E)}function $x(M,E){M.fill=Ct(M.fill||null),M.dir=Lt(M.dir,-1),E=E??T.length,T.splice(E,0,M)}function Zx(M){M==null?T.length=0:T.splice(M,1)}n.addBand=$x,n.setBand=Yx,n.delBand=Zx;function Jx(M,E){
v[M].alpha=E,we&&mt[M]!=null&&(mt[M].style.opacity=E),ie&&et[M]&&(et[M].style.opacity=E)}let cs,Us,sr,Hr={focus:!0};function Kx(M){if(M!=sr){let E=M==null,U=Ye.alpha!=1;v.forEach((O,$)=>{if(s==1||$>0){let oe=E||$==0||$==M;O._focus=E?null:oe,U&&Jx($,oe?1:Ye.alpha)}}),sr=M,U&&kn()}}ie&&ct&&Q(Up,re,M=>{me._lock||(dt(M),sr!=null&&Hi(null,Hr,!0,gn.setSeries))});function Wi(M,E,U){let O=x[E];U&&(M=M/Ft-(O.ori==1?Ge:Le));let $=N;O.ori==1&&($=_e,M=$-M),O.dir==-1&&(M=$-M);let oe=O._min,Te=O._max,Ne=M/$,Ve=oe+
(Te-oe)*Ne,Ke=O.distr;return Ke==3?Jr(10,Ve):Ke==4?U_(Ve,O.asinh):Ke==100?O.bwd(Ve):Ve}function jx(M,E){let U=Wi(M,A,E);return Ri(U,e[0],cn,un)}n.valToIdx=M=>Ri(M,e[0]),n.posToIdx=jx,n.posToVal=Wi,n.valToPos=(M,E,U)=>x[E].ori==0?r(M,x[E],U?X:N,U?C:0):o(M,x[E],U?de:_e,U?S:0),n.setCursor=(M,E,U)=>{$t=M.left,jt=M.top,rr(null,E,U)};function cp(M,E){Kt(Gr,Yr,Zt.left=M),Kt(Gr,ua,Zt.width=E)}function up(M,E){Kt(Gr,"top",Zt.top=M),Kt(Gr,ha,Zt.height=E)}let na=I.ori==0?cp:up,ia=I.ori==1?cp:up;function Qx(){
if(ie&&Me.live)for(let M=s==2?1:0;M<v.length;M++){if(M==0&&lt)continue;let E=Me.values[M],U=0;for(let O in E)qe[M][U++].firstChild.nodeValue=E[O]}}function gh(M,E){if(M!=null&&(M.idxs?M.idxs.forEach((U,O)=>{ne[O]=U}):k_(M.idx)||ne.fill(M.idx),Me.idx=ne[0]),ie&&Me.live){for(let U=0;U<v.length;U++)(U>0||s==1&&!lt)&&e_(U,ne[U]);Qx()}Ie=!1,E!==!1&&Pn("setLegend")}n.setLegend=gh;function e_(M,E){let U=v[M],O=M==0&&F==2?ii:e[M],$;lt?$=U.values(n,M,E)??ve:($=U.value(n,E==null?null:O[E],M,E),$=$==null?ve:
{_:$}),Me.values[M]=$}function rr(M,E,U){ap=$t,lp=jt,[$t,jt]=me.move(n,$t,jt),me.left=$t,me.top=jt,we&&(Br&&Zi(Br,Mn($t),0,N,_e),kr&&Zi(kr,0,Mn(jt),N,_e));let O,$=cn>un;cs=Xt,Us=null;let oe=I.ori==0?N:_e,Te=I.ori==1?N:_e;if($t<0||rn==0||$){O=me.idx=null;for(let Ne=0;Ne<v.length;Ne++){let Ve=mt[Ne];Ve!=null&&Zi(Ve,-10,-10,N,_e)}ct&&Hi(null,Hr,!0,M==null&&gn.setSeries),Me.live&&(ne.fill(O),Ie=!0)}else{let Ne,Ve,Ke;s==1&&(Ne=I.ori==0?$t:jt,Ve=Wi(Ne,A),O=me.idx=Ri(Ve,e[0],cn,un),Ke=k(e[0][O],I,oe,0));
let je=-10,it=-10,yt=0,Ut=0,It=!0,At="",gt="";for(let ht=s==2?1:0;ht<v.length;ht++){let Jt=v[ht],an=ne[ht],In=an==null?null:s==1?e[ht][an]:e[ht][1][an],Wt=me.dataIdx(n,ht,O,Ve),ln=Wt==null?null:s==1?e[ht][Wt]:e[ht][1][Wt];if(Ie=Ie||ln!=In||Wt!=an,ne[ht]=Wt,ht>0&&Jt.show){let si=Wt==null?-10:Wt==O?Ke:k(s==1?e[0][Wt]:e[ht][0][Wt],I,oe,0),Xn=ln==null?-10:L(ln,s==1?x[Jt.scale]:x[Jt.facets[1].scale],Te,0);if(ct&&ln!=null){let gi=I.ori==1?$t:jt,Ti=Sn(Ye.dist(n,ht,Wt,Xn,gi));if(Ti<cs){let Xi=Ye.bias;if(Xi!=
0){let ri=Wi(gi,Jt.scale),xi=ln>=0?1:-1,Ai=ri>=0?1:-1;Ai==xi&&(Ai==1?Xi==1?ln>=ri:ln<=ri:Xi==1?ln<=ri:ln>=ri)&&(cs=Ti,Us=ht)}else cs=Ti,Us=ht}}if(Ie||Be){let gi,Ti;I.ori==0?(gi=si,Ti=Xn):(gi=Xn,Ti=si);let Xi,ri,xi,Ai,qi,qn,oi=!0,or=Se.bbox;if(or!=null){oi=!1;let Yn=or(n,ht);xi=Yn.left,Ai=Yn.top,Xi=Yn.width,ri=Yn.height}else xi=gi,Ai=Ti,Xi=ri=Se.size(n,ht);if(qn=Se.fill(n,ht),qi=Se.stroke(n,ht),Be)ht==Us&&cs<=Ye.prox&&(je=xi,it=Ai,yt=Xi,Ut=ri,It=oi,At=qn,gt=qi);else{let Yn=mt[ht];Yn!=null&&(Ht[ht]=
xi,Bn[ht]=Ai,Gp(Yn,Xi,ri,oi),zp(Yn,qn,qi),Zi(Yn,vi(xi),vi(Ai),N,_e))}}}}if(Be){let ht=Ye.prox,Jt=sr==null?cs<=ht:cs>ht||Us!=sr;if(Ie||Jt){let an=mt[0];an!=null&&(Ht[0]=je,Bn[0]=it,Gp(an,yt,Ut,It),zp(an,At,gt),Zi(an,vi(je),vi(it),N,_e))}}}if(Zt.show&&Ds)if(M!=null){let[Ne,Ve]=gn.scales,[Ke,je]=gn.match,[it,yt]=M.cursor.sync.scales,Ut=M.cursor.drag;if(Rn=Ut._x,Cn=Ut._y,Rn||Cn){let{left:It,top:At,width:gt,height:ht}=M.select,Jt=M.scales[it].ori,an=M.posToVal,In,Wt,ln,si,Xn,gi=Ne!=null&&Ke(Ne,it),Ti=Ve!=
null&&je(Ve,yt);gi&&Rn?(Jt==0?(In=It,Wt=gt):(In=At,Wt=ht),ln=x[Ne],si=k(an(In,it),ln,oe,0),Xn=k(an(In+Wt,it),ln,oe,0),na(Ci(si,Xn),Sn(Xn-si))):na(0,oe),Ti&&Cn?(Jt==1?(In=It,Wt=gt):(In=At,Wt=ht),ln=x[Ve],si=L(an(In,yt),ln,Te,0),Xn=L(an(In+Wt,yt),ln,Te,0),ia(Ci(si,Xn),Sn(Xn-si))):ia(0,Te)}else yh()}else{let Ne=Sn(ap-rp),Ve=Sn(lp-op);if(I.ori==1){let yt=Ne;Ne=Ve,Ve=yt}Rn=Nn.x&&Ne>=Nn.dist,Cn=Nn.y&&Ve>=Nn.dist;let Ke=Nn.uni;Ke!=null?Rn&&Cn&&(Rn=Ne>=Ke,Cn=Ve>=Ke,!Rn&&!Cn&&(Ve>Ne?Cn=!0:Rn=!0)):Nn.x&&Nn.
y&&(Rn||Cn)&&(Rn=Cn=!0);let je,it;Rn&&(I.ori==0?(je=zr,it=$t):(je=Vr,it=jt),na(Ci(je,it),Sn(it-je)),Cn||ia(0,Te)),Cn&&(I.ori==1?(je=zr,it=$t):(je=Vr,it=jt),ia(Ci(je,it),Sn(it-je)),Rn||na(0,oe)),!Rn&&!Cn&&(na(0,0),ia(0,0))}if(Nn._x=Rn,Nn._y=Cn,M==null){if(U){if(bp!=null){let[Ne,Ve]=gn.scales;gn.values[0]=Ne!=null?Wi(I.ori==0?$t:jt,Ne):null,gn.values[1]=Ve!=null?Wi(I.ori==1?$t:jt,Ve):null}ra(Th,n,$t,jt,N,_e,O)}if(ct){let Ne=U&&gn.setSeries,Ve=Ye.prox;sr==null?cs<=Ve&&Hi(Us,Hr,!0,Ne):cs>Ve?Hi(null,
Hr,!0,Ne):Us!=sr&&Hi(Us,Hr,!0,Ne)}}Ie&&(Me.idx=O,gh()),E!==!1&&Pn("setCursor")}let Fs=null;Object.defineProperty(n,"rect",{get(){return Fs==null&&sa(!1),Fs}});function sa(M=!1){M?Fs=null:(Fs=p.getBoundingClientRect(),Pn("syncRect",Fs))}function hp(M,E,U,O,$,oe,Te){me._lock||Ds&&M!=null&&M.movementX==0&&M.movementY==0||(xh(M,E,U,O,$,oe,Te,!1,M!=null),M!=null?rr(null,!0,!0):rr(E,!0,!1))}function xh(M,E,U,O,$,oe,Te,Ne,Ve){if(Fs==null&&sa(!1),dt(M),M!=null)U=M.clientX-Fs.left,O=M.clientY-Fs.top;else{
if(U<0||O<0){$t=-10,jt=-10;return}let[Ke,je]=gn.scales,it=E.cursor.sync,[yt,Ut]=it.values,[It,At]=it.scales,[gt,ht]=gn.match,Jt=E.axes[0].side%2==1,an=I.ori==0?N:_e,In=I.ori==1?N:_e,Wt=Jt?oe:$,ln=Jt?$:oe,si=Jt?O:U,Xn=Jt?U:O;if(It!=null?U=gt(Ke,It)?a(yt,x[Ke],an,0):-10:U=an*(si/Wt),At!=null?O=ht(je,At)?a(Ut,x[je],In,0):-10:O=In*(Xn/ln),I.ori==1){let gi=U;U=O,O=gi}}Ve&&(E==null||E.cursor.event.type==Th)&&((U<=1||U>=N-1)&&(U=ar(U,N)),(O<=1||O>=_e-1)&&(O=ar(O,_e))),Ne?(rp=U,op=O,[zr,Vr]=me.move(n,U,
O)):($t=U,jt=O)}let _h={width:0,height:0,left:0,top:0};function yh(){Sl(_h,!1)}let fp,dp,pp,mp;function gp(M,E,U,O,$,oe,Te){Ds=!0,Rn=Cn=Nn._x=Nn._y=!1,xh(M,E,U,O,$,oe,Te,!0,!1),M!=null&&(Q(Ah,Ih,xp,!1),ra(Dp,n,zr,Vr,N,_e,null));let{left:Ne,top:Ve,width:Ke,height:je}=Zt;fp=Ne,dp=Ve,pp=Ke,mp=je}function xp(M,E,U,O,$,oe,Te){Ds=Nn._x=Nn._y=!1,xh(M,E,U,O,$,oe,Te,!1,!0);let{left:Ne,top:Ve,width:Ke,height:je}=Zt,it=Ke>0||je>0,yt=fp!=Ne||dp!=Ve||pp!=Ke||mp!=je;if(it&&yt&&Sl(Zt),Nn.setScale&&it&&yt){let Ut=Ne,
It=Ke,At=Ve,gt=je;if(I.ori==1&&(Ut=Ve,It=je,At=Ne,gt=Ke),Rn&&Ns(A,Wi(Ut,A),Wi(Ut+It,A)),Cn)for(let ht in x){let Jt=x[ht];ht!=A&&Jt.from==null&&Jt.min!=Xt&&Ns(ht,Wi(At+gt,ht),Wi(At,ht))}yh()}else me.lock&&(me._lock=!me._lock,rr(E,!0,M!=null));M!=null&&(ue(Ah,Ih),ra(Ah,n,$t,jt,N,_e,null))}function t_(M,E,U,O,$,oe,Te){if(me._lock)return;dt(M);let Ne=Ds;if(Ds){let Ve=!0,Ke=!0,je=10,it,yt;I.ori==0?(it=Rn,yt=Cn):(it=Cn,yt=Rn),it&&yt&&(Ve=$t<=je||$t>=N-je,Ke=jt<=je||jt>=_e-je),it&&Ve&&($t=$t<zr?0:N),yt&&
Ke&&(jt=jt<Vr?0:_e),rr(null,!0,!0),Ds=!1}$t=-10,jt=-10,ne.fill(null),rr(null,!0,!0),Ne&&(Ds=Ne)}function _p(M,E,U,O,$,oe,Te){me._lock||(dt(M),ta(),yh(),M!=null&&ra(Fp,n,$t,jt,N,_e,null))}function yp(){b.forEach(tv),z(n.width,n.height,!0)}ur(Ul,Zr,yp);let Wr={};Wr.mousedown=gp,Wr.mousemove=hp,Wr.mouseup=xp,Wr.dblclick=_p,Wr.setSeries=(M,E,U,O)=>{let $=gn.match[2];U=$(n,E,U),U!=-1&&Hi(U,O,!0,!1)},we&&(Q(Dp,p,gp),Q(Th,p,hp),Q(Np,p,M=>{dt(M),sa(!1)}),Q(Up,p,t_),Q(Fp,p,_p),kh.add(n),n.syncRect=sa);let wl=n.
hooks=i.hooks||{};function Pn(M,E,U){Wn?Gt.push([M,E,U]):M in wl&&wl[M].forEach(O=>{O.call(null,n,E,U)})}(i.plugins||[]).forEach(M=>{for(let E in M.hooks)wl[E]=(wl[E]||[]).concat(M.hooks[E])});let vp=(M,E,U)=>U,gn=xn({key:null,setSeries:!1,filters:{pub:Yp,sub:Yp},scales:[A,v[1]?v[1].scale:null],match:[$p,$p,vp],values:[null,null]},me.sync);gn.match.length==2&&gn.match.push(vp),me.sync=gn;let bp=gn.key,vh=Wm(bp);function ra(M,E,U,O,$,oe,Te){gn.filters.pub(M,E,U,O,$,oe,Te)&&vh.pub(M,E,U,O,$,oe,Te)}
vh.sub(n);function n_(M,E,U,O,$,oe,Te){gn.filters.sub(M,E,U,O,$,oe,Te)&&Wr[M](null,E,U,O,$,oe,Te)}n.pub=n_;function i_(){vh.unsub(n),kh.delete(n),J.clear(),Nh(Ul,Zr,yp),c.remove(),re?.remove(),Pn("destroy")}n.destroy=i_;function bh(){Pn("init",i,e),ea(e||i.data,!1),B[A]?dh(A,B[A]):ta(),pe=Zt.show&&(Zt.width>0||Zt.height>0),le=Ie=!0,z(i.width,i.height)}return v.forEach(Nr),b.forEach(rs),t?t instanceof HTMLElement?(t.appendChild(c),bh()):t(n,bh):bh(),n}wn.assign=xn;wn.fmtNum=qh;wn.rangeNum=Fl;wn.rangeLog=
kl;wn.rangeAsinh=Wh;wn.orient=fr;wn.pxRatio=Ft;wn.join=q_;wn.fmtDate=$h,wn.tzDate=iy;wn.sync=Wm;{wn.addGap=ky,wn.clipGaps=Gl;let i=wn.paths={points:Jm};i.linear=jm,i.stepped=Gy,i.bars=Hy,i.spline=Xy}var zg=0,Bf=1,Vg=2;var Ar=1,Gg=2,Bo=3,Qs=0,Qn=1,ei=2,Er=0,ko=1,kf=2,zf=3,Vf=4,Hg=5;var Rr=100,Wg=101,Xg=102,qg=103,Yg=104,$g=200,Zg=201,Jg=202,Kg=203,Gf=204,Hf=205,jg=206,Qg=207,e0=208,t0=209,n0=210,i0=211,s0=212,r0=213,o0=214,vc=0,bc=1,Mc=2,_o=3,Sc=4,wc=5,Tc=6,Ac=7,jc=0,a0=1,l0=2,ns=0,Wf=1,Xf=2,qf=3,Yf=4,$f=5,Zf=6,Jf=7;var Kf=300,Cr=301,zo=302,Qc=303,eu=304,yo=1e3,Mi=1001,vo=1002,yn=1003,tu=1004;var Pr=1005;var On=1006,Vo=1007;var Ui=1008;var ni=1009,jf=1010,Qf=1011,Go=1012,nu=1013,Fi=1014,Oi=1015,Bi=1016,iu=1017,su=1018,Ir=1020,ed=35902,td=35899,nd=1021,id=1022,pi=1023,bs=1026,Es=1027,sd=1028,ru=1029,er=1030,ou=1031;var au=1033,sl=33776,rl=33777,ol=33778,al=33779,lu=35840,cu=35841,uu=35842,hu=35843,fu=36196,du=37492,pu=37496,mu=37488,gu=37489,ll=37490,xu=37491,_u=37808,yu=37809,vu=37810,bu=37811,Mu=37812,Su=37813,wu=37814,Tu=37815,Au=37816,Eu=37817,Ru=37818,Cu=37819,Pu=37820,Iu=37821,Lu=36492,Du=36494,Nu=36495,Uu=36283,Fu=36284,cl=36285,Ou=36286;var _r=2300,bo=2301,_c=2302,Ef=2303,Rf=2400,Cf=2401,Pf=2402,c0=2500;var u0=3200;var ul=0,h0=1,ki="",Fn="srgb",Ea="srgb-linear",Ra="linear",kt="srgb";var yc=7680;var f0=519,d0=512,p0=513,m0=514,rd=515,g0=516,x0=517,od=518,ad=519,_0=35044;var ld="300 es",Si=2e3,Mo=2001;function nv(i){for(let e=i.length-1;e>=0;--e)if(i[e]>=65535)return!0;return!1}function iv(i){return ArrayBuffer.isView(i)&&!(i instanceof DataView)}function Ca(i){return document.createElementNS("http://www.w3.org/1999/xhtml",i)}function y0(){let i=Ca("canvas");return i.style.display="block",i}var ng={},So=null;function cd(...i){let e="THREE."+i.shift();So?So("log",e,...i):console.log(e,...i)}function v0(i){let e=i[0];if(typeof e=="string"&&e.startsWith("TSL:")){let t=i[1];t&&t.isStackTrace?i[0]+=" "+t.getLocation():i[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return i}function ft(...i){i=v0(i);let e="THREE."+i.shift();if(So)So("warn",e,...i);else{let t=i[0];t&&t.isStackTrace?console.warn(t.getError(e)):console.warn(e,...i)}}function xt(...i){i=v0(i);
let e="THREE."+i.shift();if(So)So("error",e,...i);else{let t=i[0];t&&t.isStackTrace?console.error(t.getError(e)):console.error(e,...i)}}function Sa(...i){let e=i.join(" ");e in ng||(ng[e]=!0,ft(...i))}function b0(i,e,t){return new Promise(function(n,s){function r(){switch(i.clientWaitSync(e,i.SYNC_FLUSH_COMMANDS_BIT,0)){case i.WAIT_FAILED:s();break;case i.TIMEOUT_EXPIRED:setTimeout(r,t);break;default:n()}}setTimeout(r,t)})}var M0={[vc]:vc,[Mc]:Tc,[Sc]:Sc,[_o]:wc,[bc]:bc,[Tc]:Mc,[Ac]:Ac,[wc]:_o},Ki=class{addEventListener(e,t){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[e]===void 0&&(n[e]=[]),n[e].indexOf(t)===-1&&n[e].push(t)}hasEventListener(e,t){let n=this._listeners;
return n===void 0?!1:n[e]!==void 0&&n[e].indexOf(t)!==-1}removeEventListener(e,t){let n=this._listeners;if(n===void 0)return;let s=n[e];if(s!==void 0){let r=s.indexOf(t);r!==-1&&s.splice(r,1)}}dispatchEvent(e){let t=this._listeners;if(t===void 0)return;let n=t[e.type];if(n!==void 0){e.target=this;let s=n.slice(0);for(let r=0,o=s.length;r<o;r++)s[r].call(this,e);e.target=null}}},Vn=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16",
"17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a",
"7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de",
"df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"],ig=1234567,go=Math.PI/180,wo=180/Math.PI;function tr(){let i=Math.random()*4294967295|0,e=Math.random()*4294967295|0,t=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(Vn[i&255]+Vn[i>>8&255]+Vn[i>>16&255]+Vn[i>>24&255]+"-"+Vn[e&255]+Vn[e>>8&255]+"-"+Vn[e>>16&15|64]+Vn[e>>24&255]+"-"+Vn[t&63|128]+Vn[t>>8&255]+"-"+Vn[t>>
16&255]+Vn[t>>24&255]+Vn[n&255]+Vn[n>>8&255]+Vn[n>>16&255]+Vn[n>>24&255]).toLowerCase()}function Tt(i,e,t){return Math.max(e,Math.min(t,i))}function ud(i,e){return(i%e+e)%e}function sv(i,e,t,n,s){return n+(i-e)*(s-n)/(t-e)}function rv(i,e,t){return i!==e?(t-i)/(e-i):0}function wa(i,e,t){return(1-t)*i+t*e}function ov(i,e,t,n){return wa(i,e,1-Math.exp(-t*n))}function av(i,e=1){return e-Math.abs(ud(i,e*2)-e)}function lv(i,e,t){return i<=e?0:i>=t?1:(i=(i-e)/(t-e),i*i*(3-2*i))}function cv(i,e,t){return i<=
e?0:i>=t?1:(i=(i-e)/(t-e),i*i*i*(i*(i*6-15)+10))}function uv(i,e){return i+Math.floor(Math.random()*(e-i+1))}function hv(i,e){return i+Math.random()*(e-i)}function fv(i){return i*(.5-Math.random())}function dv(i){i!==void 0&&(ig=i);let e=ig+=1831565813;return e=Math.imul(e^e>>>15,e|1),e^=e+Math.imul(e^e>>>7,e|61),((e^e>>>14)>>>0)/4294967296}function pv(i){return i*go}function mv(i){return i*wo}function gv(i){return i>0&&Number.isInteger(i)&&2**Math.round(Math.log2(i))===i}function xv(i){return Math.
pow(2,Math.ceil(Math.log(i)/Math.LN2))}function hd(i){return Math.pow(2,Math.floor(Math.log(i)/Math.LN2))}function _v(i,e,t,n,s){let r=Math.cos,o=Math.sin,a=r(t/2),l=o(t/2),c=r((e+n)/2),u=o((e+n)/2),h=r((e-n)/2),f=o((e-n)/2),d=r((n-e)/2),p=o((n-e)/2);switch(s){case"XYX":i.set(a*u,l*h,l*f,a*c);break;case"YZY":i.set(l*f,a*u,l*h,a*c);break;case"ZXZ":i.set(l*h,l*f,a*u,a*c);break;case"XZX":i.set(a*u,l*p,l*d,a*c);break;case"YXY":i.set(l*d,a*u,l*p,a*c);break;case"ZYZ":i.set(l*p,l*d,a*u,a*c);break;default:
ft("MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: "+s)}}function fd(i){switch(i.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function S0(i,e){if(e.constructor===Float32Array)return i;let t=fd(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(
i/t,-1)}function w0(i,e){if(e.constructor===Float32Array)return i;let t=fd(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(i*t)}var Ho={DEG2RAD:go,RAD2DEG:wo,generateUUID:tr,clamp:Tt,euclideanModulo:ud,mapLinear:sv,inverseLerp:rv,lerp:wa,damp:ov,pingpong:av,smoothstep:lv,smootherstep:cv,randInt:uv,randFloat:hv,randFloatSpread:fv,seededRandom:dv,degToRad:pv,radToDeg:mv,isPowerOfTwo:gv,ceilPowerOfTwo:xv,floorPowerOfTwo:hd,setQuaternionFromProperEuler:_v,
normalize:w0,denormalize:S0},Fe=class{static{this.prototype.isVector2=!0}constructor(e=0,t=0){this.x=e,this.y=t}get width(){return this.x}set width(e){this.x=e}get height(){return this.y}set height(e){this.y=e}set(e,t){return this.x=e,this.y=t,this}setScalar(e){return this.x=e,this.y=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;default:throw new Error("THREE.Vector2: index is out of range: "+e)}return this}getComponent(e){
switch(e){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y)}copy(e){return this.x=e.x,this.y=e.y,this}add(e){return this.x+=e.x,this.y+=e.y,this}addScalar(e){return this.x+=e,this.y+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this}subScalar(e){return this.x-=e,this.y-=
e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this}multiply(e){return this.x*=e.x,this.y*=e.y,this}multiplyScalar(e){return this.x*=e,this.y*=e,this}divide(e){return this.x/=e.x,this.y/=e.y,this}divideScalar(e){return this.multiplyScalar(1/e)}applyMatrix3(e){let t=this.x,n=this.y,s=e.elements;return this.x=s[0]*t+s[3]*n+s[6],this.y=s[1]*t+s[4]*n+s[7],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.
max(this.y,e.y),this}clamp(e,t){return this.x=Tt(this.x,e.x,t.x),this.y=Tt(this.y,e.y,t.y),this}clampScalar(e,t){return this.x=Tt(this.x,e,t),this.y=Tt(this.y,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(Tt(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.
x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(e){return this.x*e.x+this.y*e.y}cross(e){return this.x*e.y-this.y*e.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());
if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(Tt(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,n=this.y-e.y;return t*t+n*n}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this}equals(e){return e.x===this.x&&
e.y===this.y}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this}rotateAround(e,t){let n=Math.cos(t),s=Math.sin(t),r=this.x-e.x,o=this.y-e.y;return this.x=r*n-o*s+e.x,this.y=r*s+o*n+e.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},en=class{constructor(e=0,t=0,n=0,s=1){this.isQuaternion=!0,this._x=e,this.
_y=t,this._z=n,this._w=s}static slerpFlat(e,t,n,s,r,o,a){let l=n[s+0],c=n[s+1],u=n[s+2],h=n[s+3],f=r[o+0],d=r[o+1],p=r[o+2],y=r[o+3];if(h!==y||l!==f||c!==d||u!==p){let g=l*f+c*d+u*p+h*y;g<0&&(f=-f,d=-d,p=-p,y=-y,g=-g);let m=1-a;if(g<.9995){let v=Math.acos(g),b=Math.sin(v);m=Math.sin(m*v)/b,a=Math.sin(a*v)/b,l=l*m+f*a,c=c*m+d*a,u=u*m+p*a,h=h*m+y*a}else{l=l*m+f*a,c=c*m+d*a,u=u*m+p*a,h=h*m+y*a;let v=1/Math.sqrt(l*l+c*c+u*u+h*h);l*=v,c*=v,u*=v,h*=v}}e[t]=l,e[t+1]=c,e[t+2]=u,e[t+3]=h}static multiplyQuaternionsFlat(e,t,n,s,r,o){
let a=n[s],l=n[s+1],c=n[s+2],u=n[s+3],h=r[o],f=r[o+1],d=r[o+2],p=r[o+3];return e[t]=a*p+u*h+l*d-c*f,e[t+1]=l*p+u*f+c*h-a*d,e[t+2]=c*p+u*d+a*f-l*h,e[t+3]=u*p-a*h-l*f-c*d,e}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get w(){return this._w}set w(e){this._w=e,this._onChangeCallback()}set(e,t,n,s){return this._x=e,this._y=t,this._z=n,this._w=s,this.
_onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(e){return this._x=e.x,this._y=e.y,this._z=e.z,this._w=e.w,this._onChangeCallback(),this}setFromEuler(e,t=!0){let n=e._x,s=e._y,r=e._z,o=e._order,a=Math.cos,l=Math.sin,c=a(n/2),u=a(s/2),h=a(r/2),f=l(n/2),d=l(s/2),p=l(r/2);switch(o){case"XYZ":this._x=f*u*h+c*d*p,this._y=c*d*h-f*u*p,this._z=c*u*p+f*d*h,this._w=c*u*h-f*d*p;break;case"YXZ":this._x=f*u*h+c*d*p,this._y=c*d*h-f*u*p,this._z=c*u*p-f*d*h,this.
_w=c*u*h+f*d*p;break;case"ZXY":this._x=f*u*h-c*d*p,this._y=c*d*h+f*u*p,this._z=c*u*p+f*d*h,this._w=c*u*h-f*d*p;break;case"ZYX":this._x=f*u*h-c*d*p,this._y=c*d*h+f*u*p,this._z=c*u*p-f*d*h,this._w=c*u*h+f*d*p;break;case"YZX":this._x=f*u*h+c*d*p,this._y=c*d*h+f*u*p,this._z=c*u*p-f*d*h,this._w=c*u*h-f*d*p;break;case"XZY":this._x=f*u*h-c*d*p,this._y=c*d*h-f*u*p,this._z=c*u*p+f*d*h,this._w=c*u*h+f*d*p;break;default:ft("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return t===!0&&this.
_onChangeCallback(),this}setFromAxisAngle(e,t){let n=t/2,s=Math.sin(n);return this._x=e.x*s,this._y=e.y*s,this._z=e.z*s,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(e){let t=e.elements,n=t[0],s=t[4],r=t[8],o=t[1],a=t[5],l=t[9],c=t[2],u=t[6],h=t[10],f=n+a+h;if(f>0){let d=.5/Math.sqrt(f+1);this._w=.25/d,this._x=(u-l)*d,this._y=(r-c)*d,this._z=(o-s)*d}else if(n>a&&n>h){let d=2*Math.sqrt(1+n-a-h);this._w=(u-l)/d,this._x=.25*d,this._y=(s+o)/d,this._z=(r+c)/d}else if(a>h){let d=2*
Math.sqrt(1+a-n-h);this._w=(r-c)/d,this._x=(s+o)/d,this._y=.25*d,this._z=(l+u)/d}else{let d=2*Math.sqrt(1+h-n-a);this._w=(o-s)/d,this._x=(r+c)/d,this._y=(l+u)/d,this._z=.25*d}return this._onChangeCallback(),this}setFromUnitVectors(e,t){let n=e.dot(t)+1;return n<1e-8?(n=0,Math.abs(e.x)>Math.abs(e.z)?(this._x=-e.y,this._y=e.x,this._z=0,this._w=n):(this._x=0,this._y=-e.z,this._z=e.y,this._w=n)):(this._x=e.y*t.z-e.z*t.y,this._y=e.z*t.x-e.x*t.z,this._z=e.x*t.y-e.y*t.x,this._w=n),this.normalize()}angleTo(e){
return 2*Math.acos(Math.abs(Tt(this.dot(e),-1,1)))}rotateTowards(e,t){let n=this.angleTo(e);if(n===0)return this;let s=Math.min(1,t/n);return this.slerp(e,s),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(e){return this._x*e._x+this._y*e._y+this._z*e._z+this._w*e._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this.
_x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let e=this.length();return e===0?(this._x=0,this._y=0,this._z=0,this._w=1):(e=1/e,this._x=this._x*e,this._y=this._y*e,this._z=this._z*e,this._w=this._w*e),this._onChangeCallback(),this}multiply(e){return this.multiplyQuaternions(this,e)}premultiply(e){return this.multiplyQuaternions(e,this)}multiplyQuaternions(e,t){let n=e._x,s=e._y,r=e._z,o=e._w,a=t._x,l=t._y,c=t._z,u=t._w;return this._x=n*u+o*a+s*c-r*l,this._y=s*u+o*l+r*a-n*c,this.
_z=r*u+o*c+n*l-s*a,this._w=o*u-n*a-s*l-r*c,this._onChangeCallback(),this}slerp(e,t){let n=e._x,s=e._y,r=e._z,o=e._w,a=this.dot(e);a<0&&(n=-n,s=-s,r=-r,o=-o,a=-a);let l=1-t;if(a<.9995){let c=Math.acos(a),u=Math.sin(c);l=Math.sin(l*c)/u,t=Math.sin(t*c)/u,this._x=this._x*l+n*t,this._y=this._y*l+s*t,this._z=this._z*l+r*t,this._w=this._w*l+o*t,this._onChangeCallback()}else this._x=this._x*l+n*t,this._y=this._y*l+s*t,this._z=this._z*l+r*t,this._w=this._w*l+o*t,this.normalize();return this}slerpQuaternions(e,t,n){
return this.copy(e).slerp(t,n)}random(){let e=2*Math.PI*Math.random(),t=2*Math.PI*Math.random(),n=Math.random(),s=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(s*Math.sin(e),s*Math.cos(e),r*Math.sin(t),r*Math.cos(t))}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._w===this._w}fromArray(e,t=0){return this._x=e[t],this._y=e[t+1],this._z=e[t+2],this._w=e[t+3],this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._w,e}fromBufferAttribute(e,t){
return this._x=e.getX(t),this._y=e.getY(t),this._z=e.getZ(t),this._w=e.getW(t),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},G=class{static{this.prototype.isVector3=!0}constructor(e=0,t=0,n=0){this.x=e,this.y=t,this.z=n}set(e,t,n){return n===void 0&&(n=this.z),this.x=e,this.y=t,this.z=n,this}setScalar(e){return this.x=e,this.y=e,this.
z=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;default:throw new Error("THREE.Vector3: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(e){return this.
x=e.x,this.y=e.y,this.z=e.z,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this}multiply(e){return this.x*=
e.x,this.y*=e.y,this.z*=e.z,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this}multiplyVectors(e,t){return this.x=e.x*t.x,this.y=e.y*t.y,this.z=e.z*t.z,this}applyEuler(e){return this.applyQuaternion(sg.setFromEuler(e))}applyAxisAngle(e,t){return this.applyQuaternion(sg.setFromAxisAngle(e,t))}applyMatrix3(e){let t=this.x,n=this.y,s=this.z,r=e.elements;return this.x=r[0]*t+r[3]*n+r[6]*s,this.y=r[1]*t+r[4]*n+r[7]*s,this.z=r[2]*t+r[5]*n+r[8]*s,this}applyNormalMatrix(e){return this.applyMatrix3(
e).normalize()}applyMatrix4(e){let t=this.x,n=this.y,s=this.z,r=e.elements,o=1/(r[3]*t+r[7]*n+r[11]*s+r[15]);return this.x=(r[0]*t+r[4]*n+r[8]*s+r[12])*o,this.y=(r[1]*t+r[5]*n+r[9]*s+r[13])*o,this.z=(r[2]*t+r[6]*n+r[10]*s+r[14])*o,this}applyQuaternion(e){let t=this.x,n=this.y,s=this.z,r=e.x,o=e.y,a=e.z,l=e.w,c=2*(o*s-a*n),u=2*(a*t-r*s),h=2*(r*n-o*t);return this.x=t+l*c+o*h-a*u,this.y=n+l*u+a*c-r*h,this.z=s+l*h+r*u-o*c,this}project(e){return this.applyMatrix4(e.matrixWorldInverse).applyMatrix4(e.
projectionMatrix)}unproject(e){return this.applyMatrix4(e.projectionMatrixInverse).applyMatrix4(e.matrixWorld)}transformDirection(e){let t=this.x,n=this.y,s=this.z,r=e.elements;return this.x=r[0]*t+r[4]*n+r[8]*s,this.y=r[1]*t+r[5]*n+r[9]*s,this.z=r[2]*t+r[6]*n+r[10]*s,this.normalize()}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this}divideScalar(e){return this.multiplyScalar(1/e)}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this}max(e){
return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this}clamp(e,t){return this.x=Tt(this.x,e.x,t.x),this.y=Tt(this.y,e.y,t.y),this.z=Tt(this.z,e.z,t.z),this}clampScalar(e,t){return this.x=Tt(this.x,e,t),this.y=Tt(this.y,e,t),this.z=Tt(this.z,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(Tt(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.
x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.
y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this}cross(e){return this.crossVectors(this,e)}crossVectors(e,t){let n=e.x,s=e.y,r=e.z,o=t.x,a=t.y,l=t.z;return this.
x=s*l-r*a,this.y=r*o-n*l,this.z=n*a-s*o,this}projectOnVector(e){let t=e.lengthSq();if(t===0)return this.set(0,0,0);let n=e.dot(this)/t;return this.copy(e).multiplyScalar(n)}projectOnPlane(e){return tf.copy(this).projectOnVector(e),this.sub(tf)}reflect(e){return this.sub(tf.copy(e).multiplyScalar(2*this.dot(e)))}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(Tt(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){
let t=this.x-e.x,n=this.y-e.y,s=this.z-e.z;return t*t+n*n+s*s}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)+Math.abs(this.z-e.z)}setFromSpherical(e){return this.setFromSphericalCoords(e.radius,e.phi,e.theta)}setFromSphericalCoords(e,t,n){let s=Math.sin(t)*e;return this.x=s*Math.sin(n),this.y=Math.cos(t)*e,this.z=s*Math.cos(n),this}setFromCylindrical(e){return this.setFromCylindricalCoords(e.radius,e.theta,e.y)}setFromCylindricalCoords(e,t,n){return this.x=e*Math.sin(t),
this.y=n,this.z=e*Math.cos(t),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this}setFromMatrixScale(e){let t=this.setFromMatrixColumn(e,0).length(),n=this.setFromMatrixColumn(e,1).length(),s=this.setFromMatrixColumn(e,2).length();return this.x=t,this.y=n,this.z=s,this}setFromMatrixColumn(e,t){return this.fromArray(e.elements,t*4)}setFromMatrix3Column(e,t){return this.fromArray(e.elements,t*3)}setFromEuler(e){return this.x=e._x,this.y=e._y,this.z=e._z,
this}setFromColor(e){return this.x=e.r,this.y=e.g,this.z=e.b,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let e=Math.random()*Math.PI*2,t=Math.random()*2-1,
n=Math.sqrt(1-t*t);return this.x=n*Math.cos(e),this.y=t,this.z=n*Math.sin(e),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},tf=new G,sg=new en,pt=class{static{this.prototype.isMatrix3=!0}constructor(e,t,n,s,r,o,a,l,c){this.elements=[1,0,0,0,1,0,0,0,1],e!==void 0&&this.set(e,t,n,s,r,o,a,l,c)}set(e,t,n,s,r,o,a,l,c){let u=this.elements;return u[0]=e,u[1]=s,u[2]=a,u[3]=t,u[4]=r,u[5]=l,u[6]=n,u[7]=o,u[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(e){let t=this.
elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],this}extractBasis(e,t,n){return e.setFromMatrix3Column(this,0),t.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(e){let t=e.elements;return this.set(t[0],t[4],t[8],t[1],t[5],t[9],t[2],t[6],t[10]),this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,s=t.elements,
r=this.elements,o=n[0],a=n[3],l=n[6],c=n[1],u=n[4],h=n[7],f=n[2],d=n[5],p=n[8],y=s[0],g=s[3],m=s[6],v=s[1],b=s[4],x=s[7],T=s[2],A=s[5],_=s[8];return r[0]=o*y+a*v+l*T,r[3]=o*g+a*b+l*A,r[6]=o*m+a*x+l*_,r[1]=c*y+u*v+h*T,r[4]=c*g+u*b+h*A,r[7]=c*m+u*x+h*_,r[2]=f*y+d*v+p*T,r[5]=f*g+d*b+p*A,r[8]=f*m+d*x+p*_,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[3]*=e,t[6]*=e,t[1]*=e,t[4]*=e,t[7]*=e,t[2]*=e,t[5]*=e,t[8]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[1],s=e[2],r=e[3],o=e[4],a=e[5],
l=e[6],c=e[7],u=e[8];return t*o*u-t*a*c-n*r*u+n*a*l+s*r*c-s*o*l}invert(){let e=this.elements,t=e[0],n=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],u=e[8],h=u*o-a*c,f=a*l-u*r,d=c*r-o*l,p=t*h+n*f+s*d;if(p===0)return this.set(0,0,0,0,0,0,0,0,0);let y=1/p;return e[0]=h*y,e[1]=(s*c-u*n)*y,e[2]=(a*n-s*o)*y,e[3]=f*y,e[4]=(u*t-s*l)*y,e[5]=(s*r-a*t)*y,e[6]=d*y,e[7]=(n*l-c*t)*y,e[8]=(o*t-n*r)*y,this}transpose(){let e,t=this.elements;return e=t[1],t[1]=t[3],t[3]=e,e=t[2],t[2]=t[6],t[6]=e,e=t[5],t[5]=t[7],
t[7]=e,this}getNormalMatrix(e){return this.setFromMatrix4(e).invert().transpose()}transposeIntoArray(e){let t=this.elements;return e[0]=t[0],e[1]=t[3],e[2]=t[6],e[3]=t[1],e[4]=t[4],e[5]=t[7],e[6]=t[2],e[7]=t[5],e[8]=t[8],this}setUvTransform(e,t,n,s,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(n*l,n*c,-n*(l*o+c*a)+o+e,-s*c,s*l,-s*(-c*o+l*a)+a+t,0,0,1),this}scale(e,t){return Sa("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(nf.makeScale(e,t)),this}rotate(e){
return Sa("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(nf.makeRotation(-e)),this}translate(e,t){return Sa("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(nf.makeTranslation(e,t)),this}makeTranslation(e,t){return e.isVector2?this.set(1,0,e.x,0,1,e.y,0,0,1):this.set(1,0,e,0,1,t,0,0,1),this}makeRotation(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,n,t,0,0,0,1),this}makeScale(e,t){return this.set(e,0,0,0,t,0,
0,0,1),this}equals(e){let t=this.elements,n=e.elements;for(let s=0;s<9;s++)if(t[s]!==n[s])return!1;return!0}fromArray(e,t=0){for(let n=0;n<9;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e}clone(){return new this.constructor().fromArray(this.elements)}},nf=new pt,rg=new pt().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),
og=new pt().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function yv(){let i={enabled:!0,workingColorSpace:Ea,spaces:{},convert:function(s,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===kt&&(s.r=vs(s.r),s.g=vs(s.g),s.b=vs(s.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(s.applyMatrix3(this.spaces[r].toXYZ),s.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===kt&&(s.r=xo(s.r),s.g=xo(s.g),s.b=xo(s.b))),
s},workingToColorSpace:function(s,r){return this.convert(s,this.workingColorSpace,r)},colorSpaceToWorking:function(s,r){return this.convert(s,r,this.workingColorSpace)},getPrimaries:function(s){return this.spaces[s].primaries},getTransfer:function(s){return s===ki?Ra:this.spaces[s].transfer},getToneMappingMode:function(s){return this.spaces[s].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(s,r=this.workingColorSpace){return s.fromArray(this.spaces[r].luminanceCoefficients)},
define:function(s){Object.assign(this.spaces,s)},_getMatrix:function(s,r,o){return s.copy(this.spaces[o].fromXYZ).multiply(this.spaces[r].toXYZ)},_getDrawingBufferColorSpace:function(s){return this.spaces[s].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(s=this.workingColorSpace){return this.spaces[s].workingColorSpaceConfig.unpackColorSpace}},e=[.64,.33,.3,.6,.15,.06],t=[.2126,.7152,.0722],n=[.3127,.329];return i.define({[Ea]:{primaries:e,whitePoint:n,transfer:Ra,
toXYZ:rg,fromXYZ:og,luminanceCoefficients:t,workingColorSpaceConfig:{unpackColorSpace:Fn},outputColorSpaceConfig:{drawingBufferColorSpace:Fn}},[Fn]:{primaries:e,whitePoint:n,transfer:kt,toXYZ:rg,fromXYZ:og,luminanceCoefficients:t,outputColorSpaceConfig:{drawingBufferColorSpace:Fn}}}),i}var Pt=yv();function vs(i){return i<.04045?i*.0773993808:Math.pow(i*.9478672986+.0521327014,2.4)}function xo(i){return i<.0031308?i*12.92:1.055*Math.pow(i,.41666)-.055}var io,To=class{static getDataURL(e,t="image/\
png"){if(/^data:/i.test(e.src)||typeof HTMLCanvasElement>"u")return e.src;let n;if(e instanceof HTMLCanvasElement)n=e;else{io===void 0&&(io=Ca("canvas")),io.width=e.width,io.height=e.height;let s=io.getContext("2d");e instanceof ImageData?s.putImageData(e,0,0):s.drawImage(e,0,0,e.width,e.height),n=io}return n.toDataURL(t)}static sRGBToLinear(e){if(typeof HTMLImageElement<"u"&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&e instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&e instanceof
ImageBitmap){let t=Ca("canvas");t.width=e.width,t.height=e.height;let n=t.getContext("2d");n.drawImage(e,0,0,e.width,e.height);let s=n.getImageData(0,0,e.width,e.height),r=s.data;for(let o=0;o<r.length;o++)r[o]=vs(r[o]/255)*255;return n.putImageData(s,0,0),t}else if(e.data){let t=e.data.slice(0);for(let n=0;n<t.length;n++)t instanceof Uint8Array||t instanceof Uint8ClampedArray?t[n]=Math.floor(vs(t[n]/255)*255):t[n]=vs(t[n]);return{data:t,width:e.width,height:e.height}}else return ft("ImageUtils.\
sRGBToLinear(): Unsupported image type. No color space conversion applied."),e}},vv=0,Ms=class{constructor(e=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:vv++}),this.uuid=tr(),this.data=e,this.dataReady=!0,this.version=0}getSize(e){let t=this.data;return typeof HTMLVideoElement<"u"&&t instanceof HTMLVideoElement?e.set(t.videoWidth,t.videoHeight,0):typeof VideoFrame<"u"&&t instanceof VideoFrame?e.set(t.displayWidth,t.displayHeight,0):t!==null?e.set(t.width||0,t.height||0,t.
depth||0):e.set(0,0,0),e}set needsUpdate(e){e===!0&&this.version++}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.images[this.uuid]!==void 0)return e.images[this.uuid];let n={uuid:this.uuid,url:""},s=this.data;if(s!==null){let r;if(Array.isArray(s)){r=[];for(let o=0,a=s.length;o<a;o++)s[o].isDataTexture?r.push(sf(s[o].image)):r.push(sf(s[o]))}else r=sf(s);n.url=r}return t||(e.images[this.uuid]=n),n}};function sf(i){return typeof HTMLImageElement<"u"&&i instanceof HTMLImageElement||typeof HTMLCanvasElement<
"u"&&i instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&i instanceof ImageBitmap?To.getDataURL(i):i.data?{data:Array.from(i.data),width:i.width,height:i.height,type:i.data.constructor.name}:(ft("Texture: Unable to serialize Texture."),{})}var bv=0,rf=new G,Kn=class i extends Ki{constructor(e=i.DEFAULT_IMAGE,t=i.DEFAULT_MAPPING,n=Mi,s=Mi,r=On,o=Ui,a=pi,l=ni,c=i.DEFAULT_ANISOTROPY,u=ki){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:bv++}),this.uuid=tr(),this.name="",this.source=new Ms(e),this.mipmaps=[],this.mapping=t,this.channel=0,this.wrapS=n,this.wrapT=s,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new Fe(0,0),this.repeat=new Fe(1,1),this.center=
new Fe(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new pt,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=u,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(e&&e.depth&&e.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(rf).x}get height(){return this.
source.getSize(rf).y}get depth(){return this.source.getSize(rf).z}get image(){return this.source.data}set image(e){this.source.data=e}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(e){return this.name=e.name,this.source=e.source,this.mipmaps=e.
mipmaps.slice(0),this.mapping=e.mapping,this.channel=e.channel,this.wrapS=e.wrapS,this.wrapT=e.wrapT,this.magFilter=e.magFilter,this.minFilter=e.minFilter,this.anisotropy=e.anisotropy,this.format=e.format,this.internalFormat=e.internalFormat,this.type=e.type,this.normalized=e.normalized,this.offset.copy(e.offset),this.repeat.copy(e.repeat),this.center.copy(e.center),this.rotation=e.rotation,this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrix.copy(e.matrix),this.generateMipmaps=e.generateMipmaps,
this.mipmapsAutoUpdate=e.mipmapsAutoUpdate,this.premultiplyAlpha=e.premultiplyAlpha,this.flipY=e.flipY,this.unpackAlignment=e.unpackAlignment,this.colorSpace=e.colorSpace,this.renderTarget=e.renderTarget,this.isRenderTargetTexture=e.isRenderTargetTexture,this.isPMREMTexture=e.isPMREMTexture,this.isArrayTexture=e.isArrayTexture,this.userData=JSON.parse(JSON.stringify(e.userData)),this.needsUpdate=!0,this}setValues(e){for(let t in e){let n=e[t];if(n===void 0){ft(`Texture.setValues(): parameter '${t}\
' has value of undefined.`);continue}let s=this[t];if(s===void 0){ft(`Texture.setValues(): property '${t}' does not exist.`);continue}s&&n&&s.isVector2&&n.isVector2||s&&n&&s.isVector3&&n.isVector3||s&&n&&s.isMatrix3&&n.isMatrix3?s.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.textures[this.uuid]!==void 0)return e.textures[this.uuid];let n={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(e).uuid,mapping:this.
mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.
premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),t||(e.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(e){if(this.mapping!==Kf)return e;if(e.applyMatrix3(this.matrix),e.x<0||e.x>1)switch(this.wrapS){case yo:e.x=e.x-Math.floor(e.x);break;case Mi:e.x=e.x<0?0:1;break;case vo:Math.abs(Math.floor(e.x)%2)===1?e.x=Math.ceil(e.x)-e.x:e.x=e.x-Math.floor(e.x);break}if(e.y<0||e.y>1)switch(this.wrapT){case yo:
e.y=e.y-Math.floor(e.y);break;case Mi:e.y=e.y<0?0:1;break;case vo:Math.abs(Math.floor(e.y)%2)===1?e.y=Math.ceil(e.y)-e.y:e.y=e.y-Math.floor(e.y);break}return this.flipY&&(e.y=1-e.y),e}set needsUpdate(e){e===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(e){e===!0&&this.pmremVersion++}};Kn.DEFAULT_IMAGE=null;Kn.DEFAULT_MAPPING=Kf;Kn.DEFAULT_ANISOTROPY=1;var Nt=class{static{this.prototype.isVector4=!0}constructor(e=0,t=0,n=0,s=1){this.x=e,this.y=t,this.z=n,this.w=s}get width(){
return this.z}set width(e){this.z=e}get height(){return this.w}set height(e){this.w=e}set(e,t,n,s){return this.x=e,this.y=t,this.z=n,this.w=s,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this.w=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setW(e){return this.w=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;case 3:this.w=t;break;default:throw new Error("THREE.Vector4: index is out of rang\
e: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this.w=e.w!==void 0?e.w:1,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this.w+=e.w,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this.w+=e,this}addVectors(e,t){return this.
x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this.w=e.w+t.w,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this.w+=e.w*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this.w-=e.w,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this.w-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this.w=e.w-t.w,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this.w*=e.w,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this.
w*=e,this}applyMatrix4(e){let t=this.x,n=this.y,s=this.z,r=this.w,o=e.elements;return this.x=o[0]*t+o[4]*n+o[8]*s+o[12]*r,this.y=o[1]*t+o[5]*n+o[9]*s+o[13]*r,this.z=o[2]*t+o[6]*n+o[10]*s+o[14]*r,this.w=o[3]*t+o[7]*n+o[11]*s+o[15]*r,this}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this.w/=e.w,this}divideScalar(e){return this.multiplyScalar(1/e)}setAxisAngleFromQuaternion(e){this.w=2*Math.acos(e.w);let t=Math.sqrt(1-e.w*e.w);return t<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=e.x/t,this.y=
e.y/t,this.z=e.z/t),this}setAxisAngleFromRotationMatrix(e){let t,n,s,r,l=e.elements,c=l[0],u=l[4],h=l[8],f=l[1],d=l[5],p=l[9],y=l[2],g=l[6],m=l[10];if(Math.abs(u-f)<.01&&Math.abs(h-y)<.01&&Math.abs(p-g)<.01){if(Math.abs(u+f)<.1&&Math.abs(h+y)<.1&&Math.abs(p+g)<.1&&Math.abs(c+d+m-3)<.1)return this.set(1,0,0,0),this;t=Math.PI;let b=(c+1)/2,x=(d+1)/2,T=(m+1)/2,A=(u+f)/4,_=(h+y)/4,w=(p+g)/4;return b>x&&b>T?b<.01?(n=0,s=.707106781,r=.707106781):(n=Math.sqrt(b),s=A/n,r=_/n):x>T?x<.01?(n=.707106781,s=0,
r=.707106781):(s=Math.sqrt(x),n=A/s,r=w/s):T<.01?(n=.707106781,s=.707106781,r=0):(r=Math.sqrt(T),n=_/r,s=w/r),this.set(n,s,r,t),this}let v=Math.sqrt((g-p)*(g-p)+(h-y)*(h-y)+(f-u)*(f-u));return Math.abs(v)<.001&&(v=1),this.x=(g-p)/v,this.y=(h-y)/v,this.z=(f-u)/v,this.w=Math.acos((c+d+m-1)/2),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this.w=t[15],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),
this.w=Math.min(this.w,e.w),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this.w=Math.max(this.w,e.w),this}clamp(e,t){return this.x=Tt(this.x,e.x,t.x),this.y=Tt(this.y,e.y,t.y),this.z=Tt(this.z,e.z,t.z),this.w=Tt(this.w,e.w,t.w),this}clampScalar(e,t){return this.x=Tt(this.x,e,t),this.y=Tt(this.y,e,t),this.z=Tt(this.z,e,t),this.w=Tt(this.w,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(Tt(n,e,t))}floor(){
return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.
x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z+this.w*e.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.
x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this.w+=(e.w-this.w)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this.w=e.w+(t.w-e.w)*n,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z&&e.w===this.w}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this.w=e[t+3],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e[t+3]=this.w,e}fromBufferAttribute(e,t){return this.x=e.getX(t),
this.y=e.getY(t),this.z=e.getZ(t),this.w=e.getW(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},Ec=class extends Ki{constructor(e=1,t=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:On,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,
storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},n),this.isRenderTarget=!0,this.width=e,this.height=t,this.depth=n.depth,this.scissor=new Nt(0,0,e,t),this.scissorTest=!1,this.viewport=new Nt(0,0,e,t),this.textures=[];let s=n.count;for(let r=0;r<s;r++)this.textures[r]=new Kn({width:e,height:t,depth:n.depth}),this.textures[r].isRenderTargetTexture=!0,this.textures[r].renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,
this.stencilBuffer=n.stencilBuffer,this.resolveColorBuffer=n.resolveColorBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this.storeMultisampledColorBuffer=n.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=n.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=n.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview,this.useArrayDepthTexture=
n.useArrayDepthTexture}_setTextureOptions(e={}){let t={minFilter:On,generateMipmaps:!1,flipY:!1,internalFormat:null};e.mapping!==void 0&&(t.mapping=e.mapping),e.wrapS!==void 0&&(t.wrapS=e.wrapS),e.wrapT!==void 0&&(t.wrapT=e.wrapT),e.wrapR!==void 0&&(t.wrapR=e.wrapR),e.magFilter!==void 0&&(t.magFilter=e.magFilter),e.minFilter!==void 0&&(t.minFilter=e.minFilter),e.format!==void 0&&(t.format=e.format),e.type!==void 0&&(t.type=e.type),e.anisotropy!==void 0&&(t.anisotropy=e.anisotropy),e.colorSpace!==
void 0&&(t.colorSpace=e.colorSpace),e.flipY!==void 0&&(t.flipY=e.flipY),e.generateMipmaps!==void 0&&(t.generateMipmaps=e.generateMipmaps),e.mipmapsAutoUpdate!==void 0&&(t.mipmapsAutoUpdate=e.mipmapsAutoUpdate),e.internalFormat!==void 0&&(t.internalFormat=e.internalFormat);for(let n=0;n<this.textures.length;n++)this.textures[n].setValues(t)}get texture(){return this.textures[0]}set texture(e){this.textures[0]=e}set depthTexture(e){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&
(this._depthTexture.renderTarget=null),e!==null&&e.renderTarget===null&&(e.renderTarget=this),this._depthTexture=e}get depthTexture(){return this._depthTexture}setSize(e,t,n=1){if(this.width!==e||this.height!==t||this.depth!==n){this.width=e,this.height=t,this.depth=n;for(let s=0,r=this.textures.length;s<r;s++)this.textures[s].image.width=e,this.textures[s].image.height=t,this.textures[s].image.depth=n,this.textures[s].isData3DTexture!==!0&&(this.textures[s].isArrayTexture=this.textures[s].image.
depth>1);this.dispose()}this.viewport.set(0,0,e,t),this.scissor.set(0,0,e,t)}clone(){return new this.constructor().copy(this)}copy(e){this.width=e.width,this.height=e.height,this.depth=e.depth,this.scissor.copy(e.scissor),this.scissorTest=e.scissorTest,this.viewport.copy(e.viewport),this.textures.length=0;for(let t=0,n=e.textures.length;t<n;t++){this.textures[t]=e.textures[t].clone(),this.textures[t].isRenderTargetTexture=!0,this.textures[t].renderTarget=this;let s=Object.assign({},e.textures[t].
image);this.textures[t].source=new Ms(s)}if(this.depthBuffer=e.depthBuffer,this.stencilBuffer=e.stencilBuffer,this.resolveColorBuffer=e.resolveColorBuffer,this.resolveDepthBuffer=e.resolveDepthBuffer,this.resolveStencilBuffer=e.resolveStencilBuffer,this.storeMultisampledColorBuffer=e.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=e.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=e.storeMultisampledStencilBuffer,e.depthTexture!==null)if(e.depthTexture.renderTarget===
e){let t=e.depthTexture.clone();t.renderTarget=null,this.depthTexture=t}else this.depthTexture=e.depthTexture;else this.depthTexture=null;return this.samples=e.samples,this.multiview=e.multiview,this.useArrayDepthTexture=e.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},fi=class extends Ec{constructor(e=1,t=1,n={}){super(e,t,n),this.isWebGLRenderTarget=!0}},Pa=class extends Kn{constructor(e=null,t=1,n=1,s=1){super(null),this.isDataArrayTexture=!0,this.image={data:e,width:t,
height:n,depth:s},this.magFilter=yn,this.minFilter=yn,this.wrapR=Mi,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}addLayerUpdate(e){this.layerUpdates.add(e)}clearLayerUpdates(){this.layerUpdates.clear()}};var Rc=class extends Kn{constructor(e=null,t=1,n=1,s=1){super(null),this.isData3DTexture=!0,this.image={data:e,width:t,height:n,depth:s},this.magFilter=yn,this.minFilter=yn,this.wrapR=Mi,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}};var vt=class i{static{this.prototype.isMatrix4=!0}constructor(e,t,n,s,r,o,a,l,c,u,h,f,d,p,y,g){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],e!==void 0&&this.set(e,t,n,s,r,o,a,l,c,u,h,f,d,p,y,g)}set(e,t,n,s,r,o,a,l,c,u,h,f,d,p,y,g){let m=this.elements;return m[0]=e,m[4]=t,m[8]=n,m[12]=s,m[1]=r,m[5]=o,m[9]=a,m[13]=l,m[2]=c,m[6]=u,m[10]=h,m[14]=f,m[3]=d,m[7]=p,m[11]=y,m[15]=g,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new i().fromArray(this.elements)}copy(e){
let t=this.elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],t[9]=n[9],t[10]=n[10],t[11]=n[11],t[12]=n[12],t[13]=n[13],t[14]=n[14],t[15]=n[15],this}copyPosition(e){let t=this.elements,n=e.elements;return t[12]=n[12],t[13]=n[13],t[14]=n[14],this}setFromMatrix3(e){let t=e.elements;return this.set(t[0],t[3],t[6],0,t[1],t[4],t[7],0,t[2],t[5],t[8],0,0,0,0,1),this}extractBasis(e,t,n){return this.determinantAffine()===0?(e.set(1,0,0),
t.set(0,1,0),n.set(0,0,1),this):(e.setFromMatrixColumn(this,0),t.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this)}makeBasis(e,t,n){return this.set(e.x,t.x,n.x,0,e.y,t.y,n.y,0,e.z,t.z,n.z,0,0,0,0,1),this}extractRotation(e){if(e.determinantAffine()===0)return this.identity();let t=this.elements,n=e.elements,s=1/so.setFromMatrixColumn(e,0).length(),r=1/so.setFromMatrixColumn(e,1).length(),o=1/so.setFromMatrixColumn(e,2).length();return t[0]=n[0]*s,t[1]=n[1]*s,t[2]=n[2]*s,t[3]=0,t[4]=
n[4]*r,t[5]=n[5]*r,t[6]=n[6]*r,t[7]=0,t[8]=n[8]*o,t[9]=n[9]*o,t[10]=n[10]*o,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromEuler(e){let t=this.elements,n=e.x,s=e.y,r=e.z,o=Math.cos(n),a=Math.sin(n),l=Math.cos(s),c=Math.sin(s),u=Math.cos(r),h=Math.sin(r);if(e.order==="XYZ"){let f=o*u,d=o*h,p=a*u,y=a*h;t[0]=l*u,t[4]=-l*h,t[8]=c,t[1]=d+p*c,t[5]=f-y*c,t[9]=-a*l,t[2]=y-f*c,t[6]=p+d*c,t[10]=o*l}else if(e.order==="YXZ"){let f=l*u,d=l*h,p=c*u,y=c*h;t[0]=f+y*a,t[4]=p*a-d,t[8]=o*c,t[1]=o*h,t[5]=
o*u,t[9]=-a,t[2]=d*a-p,t[6]=y+f*a,t[10]=o*l}else if(e.order==="ZXY"){let f=l*u,d=l*h,p=c*u,y=c*h;t[0]=f-y*a,t[4]=-o*h,t[8]=p+d*a,t[1]=d+p*a,t[5]=o*u,t[9]=y-f*a,t[2]=-o*c,t[6]=a,t[10]=o*l}else if(e.order==="ZYX"){let f=o*u,d=o*h,p=a*u,y=a*h;t[0]=l*u,t[4]=p*c-d,t[8]=f*c+y,t[1]=l*h,t[5]=y*c+f,t[9]=d*c-p,t[2]=-c,t[6]=a*l,t[10]=o*l}else if(e.order==="YZX"){let f=o*l,d=o*c,p=a*l,y=a*c;t[0]=l*u,t[4]=y-f*h,t[8]=p*h+d,t[1]=h,t[5]=o*u,t[9]=-a*u,t[2]=-c*u,t[6]=d*h+p,t[10]=f-y*h}else if(e.order==="XZY"){let f=o*
l,d=o*c,p=a*l,y=a*c;t[0]=l*u,t[4]=-h,t[8]=c*u,t[1]=f*h+y,t[5]=o*u,t[9]=d*h-p,t[2]=p*h-d,t[6]=a*u,t[10]=y*h+f}return t[3]=0,t[7]=0,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromQuaternion(e){return this.compose(Mv,e,Sv)}lookAt(e,t,n){let s=this.elements;return ui.subVectors(e,t),ui.lengthSq()===0&&(ui.z=1),ui.normalize(),Vs.crossVectors(n,ui),Vs.lengthSq()===0&&(Math.abs(n.z)===1?ui.x+=1e-4:ui.z+=1e-4,ui.normalize(),Vs.crossVectors(n,ui)),Vs.normalize(),ql.crossVectors(ui,Vs),s[0]=
Vs.x,s[4]=ql.x,s[8]=ui.x,s[1]=Vs.y,s[5]=ql.y,s[9]=ui.y,s[2]=Vs.z,s[6]=ql.z,s[10]=ui.z,this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,s=t.elements,r=this.elements,o=n[0],a=n[4],l=n[8],c=n[12],u=n[1],h=n[5],f=n[9],d=n[13],p=n[2],y=n[6],g=n[10],m=n[14],v=n[3],b=n[7],x=n[11],T=n[15],A=s[0],_=s[4],w=s[8],D=s[12],P=s[1],I=s[5],F=s[9],k=s[13],L=s[2],B=s[6],W=s[10],V=s[14],he=s[3],Z=s[7],j=s[11],ne=s[15];return r[0]=
o*A+a*P+l*L+c*he,r[4]=o*_+a*I+l*B+c*Z,r[8]=o*w+a*F+l*W+c*j,r[12]=o*D+a*k+l*V+c*ne,r[1]=u*A+h*P+f*L+d*he,r[5]=u*_+h*I+f*B+d*Z,r[9]=u*w+h*F+f*W+d*j,r[13]=u*D+h*k+f*V+d*ne,r[2]=p*A+y*P+g*L+m*he,r[6]=p*_+y*I+g*B+m*Z,r[10]=p*w+y*F+g*W+m*j,r[14]=p*D+y*k+g*V+m*ne,r[3]=v*A+b*P+x*L+T*he,r[7]=v*_+b*I+x*B+T*Z,r[11]=v*w+b*F+x*W+T*j,r[15]=v*D+b*k+x*V+T*ne,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[4]*=e,t[8]*=e,t[12]*=e,t[1]*=e,t[5]*=e,t[9]*=e,t[13]*=e,t[2]*=e,t[6]*=e,t[10]*=e,t[14]*=e,t[3]*=
e,t[7]*=e,t[11]*=e,t[15]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[4],s=e[8],r=e[12],o=e[1],a=e[5],l=e[9],c=e[13],u=e[2],h=e[6],f=e[10],d=e[14],p=e[3],y=e[7],g=e[11],m=e[15],v=l*d-c*f,b=a*d-c*h,x=a*f-l*h,T=o*d-c*u,A=o*f-l*u,_=o*h-a*u;return t*(y*v-g*b+m*x)-n*(p*v-g*T+m*A)+s*(p*b-y*T+m*_)-r*(p*x-y*A+g*_)}determinantAffine(){let e=this.elements,t=e[0],n=e[4],s=e[8],r=e[1],o=e[5],a=e[9],l=e[2],c=e[6],u=e[10];return t*(o*u-a*c)-n*(r*u-a*l)+s*(r*c-o*l)}transpose(){let e=this.elements,t;return t=
e[1],e[1]=e[4],e[4]=t,t=e[2],e[2]=e[8],e[8]=t,t=e[6],e[6]=e[9],e[9]=t,t=e[3],e[3]=e[12],e[12]=t,t=e[7],e[7]=e[13],e[13]=t,t=e[11],e[11]=e[14],e[14]=t,this}setPosition(e,t,n){let s=this.elements;return e.isVector3?(s[12]=e.x,s[13]=e.y,s[14]=e.z):(s[12]=e,s[13]=t,s[14]=n),this}invert(){let e=this.elements,t=e[0],n=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],u=e[8],h=e[9],f=e[10],d=e[11],p=e[12],y=e[13],g=e[14],m=e[15],v=t*a-n*o,b=t*l-s*o,x=t*c-r*o,T=n*l-s*a,A=n*c-r*a,_=s*c-r*l,w=u*y-h*p,D=u*g-f*
p,P=u*m-d*p,I=h*g-f*y,F=h*m-d*y,k=f*m-d*g,L=v*k-b*F+x*I+T*P-A*D+_*w;if(L===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let B=1/L;return e[0]=(a*k-l*F+c*I)*B,e[1]=(s*F-n*k-r*I)*B,e[2]=(y*_-g*A+m*T)*B,e[3]=(f*A-h*_-d*T)*B,e[4]=(l*P-o*k-c*D)*B,e[5]=(t*k-s*P+r*D)*B,e[6]=(g*x-p*_-m*b)*B,e[7]=(u*_-f*x+d*b)*B,e[8]=(o*F-a*P+c*w)*B,e[9]=(n*P-t*F-r*w)*B,e[10]=(p*A-y*x+m*v)*B,e[11]=(h*x-u*A-d*v)*B,e[12]=(a*D-o*I-l*w)*B,e[13]=(t*I-n*D+s*w)*B,e[14]=(y*b-p*T-g*v)*B,e[15]=(u*T-h*b+f*v)*B,this}scale(e){let t=this.
elements,n=e.x,s=e.y,r=e.z;return t[0]*=n,t[4]*=s,t[8]*=r,t[1]*=n,t[5]*=s,t[9]*=r,t[2]*=n,t[6]*=s,t[10]*=r,t[3]*=n,t[7]*=s,t[11]*=r,this}getMaxScaleOnAxis(){let e=this.elements,t=e[0]*e[0]+e[1]*e[1]+e[2]*e[2],n=e[4]*e[4]+e[5]*e[5]+e[6]*e[6],s=e[8]*e[8]+e[9]*e[9]+e[10]*e[10];return Math.sqrt(Math.max(t,n,s))}makeTranslation(e,t,n){return e.isVector3?this.set(1,0,0,e.x,0,1,0,e.y,0,0,1,e.z,0,0,0,1):this.set(1,0,0,e,0,1,0,t,0,0,1,n,0,0,0,1),this}makeRotationX(e){let t=Math.cos(e),n=Math.sin(e);return this.
set(1,0,0,0,0,t,-n,0,0,n,t,0,0,0,0,1),this}makeRotationY(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,0,n,0,0,1,0,0,-n,0,t,0,0,0,0,1),this}makeRotationZ(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,0,n,t,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(e,t){let n=Math.cos(t),s=Math.sin(t),r=1-n,o=e.x,a=e.y,l=e.z,c=r*o,u=r*a;return this.set(c*o+n,c*a-s*l,c*l+s*a,0,c*a+s*l,u*a+n,u*l-s*o,0,c*l-s*a,u*l+s*o,r*l*l+n,0,0,0,0,1),this}makeScale(e,t,n){return this.set(e,0,0,0,0,t,0,0,0,0,n,
0,0,0,0,1),this}makeShear(e,t,n,s,r,o){return this.set(1,n,r,0,e,1,o,0,t,s,1,0,0,0,0,1),this}compose(e,t,n){let s=this.elements,r=t._x,o=t._y,a=t._z,l=t._w,c=r+r,u=o+o,h=a+a,f=r*c,d=r*u,p=r*h,y=o*u,g=o*h,m=a*h,v=l*c,b=l*u,x=l*h,T=n.x,A=n.y,_=n.z;return s[0]=(1-(y+m))*T,s[1]=(d+x)*T,s[2]=(p-b)*T,s[3]=0,s[4]=(d-x)*A,s[5]=(1-(f+m))*A,s[6]=(g+v)*A,s[7]=0,s[8]=(p+b)*_,s[9]=(g-v)*_,s[10]=(1-(f+y))*_,s[11]=0,s[12]=e.x,s[13]=e.y,s[14]=e.z,s[15]=1,this}decompose(e,t,n){let s=this.elements;e.x=s[12],e.y=s[13],
e.z=s[14];let r=this.determinantAffine();if(r===0)return n.set(1,1,1),t.identity(),this;let o=so.set(s[0],s[1],s[2]).length(),a=so.set(s[4],s[5],s[6]).length(),l=so.set(s[8],s[9],s[10]).length();r<0&&(o=-o),Pi.copy(this);let c=1/o,u=1/a,h=1/l;return Pi.elements[0]*=c,Pi.elements[1]*=c,Pi.elements[2]*=c,Pi.elements[4]*=u,Pi.elements[5]*=u,Pi.elements[6]*=u,Pi.elements[8]*=h,Pi.elements[9]*=h,Pi.elements[10]*=h,t.setFromRotationMatrix(Pi),n.x=o,n.y=a,n.z=l,this}makePerspective(e,t,n,s,r,o,a=Si,l=!1){
let c=this.elements,u=2*r/(t-e),h=2*r/(n-s),f=(t+e)/(t-e),d=(n+s)/(n-s),p,y;if(l)p=r/(o-r),y=o*r/(o-r);else if(a===Si)p=-(o+r)/(o-r),y=-2*o*r/(o-r);else if(a===Mo)p=-o/(o-r),y=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return c[0]=u,c[4]=0,c[8]=f,c[12]=0,c[1]=0,c[5]=h,c[9]=d,c[13]=0,c[2]=0,c[6]=0,c[10]=p,c[14]=y,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(e,t,n,s,r,o,a=Si,l=!1){let c=this.elements,u=2/(t-e),h=2/(n-s),f=-(t+e)/(t-e),
d=-(n+s)/(n-s),p,y;if(l)p=1/(o-r),y=o/(o-r);else if(a===Si)p=-2/(o-r),y=-(o+r)/(o-r);else if(a===Mo)p=-1/(o-r),y=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return c[0]=u,c[4]=0,c[8]=0,c[12]=f,c[1]=0,c[5]=h,c[9]=0,c[13]=d,c[2]=0,c[6]=0,c[10]=p,c[14]=y,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(e){let t=this.elements,n=e.elements;for(let s=0;s<16;s++)if(t[s]!==n[s])return!1;return!0}fromArray(e,t=0){for(let n=0;n<16;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){
let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e[t+9]=n[9],e[t+10]=n[10],e[t+11]=n[11],e[t+12]=n[12],e[t+13]=n[13],e[t+14]=n[14],e[t+15]=n[15],e}},so=new G,Pi=new vt,Mv=new G(0,0,0),Sv=new G(1,1,1),Vs=new G,ql=new G,ui=new G,ag=new vt,lg=new en,ji=class i{constructor(e=0,t=0,n=0,s=i.DEFAULT_ORDER){this.isEuler=!0,this._x=e,this._y=t,this._z=n,this._order=s}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){
return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get order(){return this._order}set order(e){this._order=e,this._onChangeCallback()}set(e,t,n,s=this._order){return this._x=e,this._y=t,this._z=n,this._order=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(e){return this._x=e._x,this._y=e._y,this._z=e._z,this._order=e._order,this._onChangeCallback(),this}setFromRotationMatrix(e,t=this.
_order,n=!0){let s=e.elements,r=s[0],o=s[4],a=s[8],l=s[1],c=s[5],u=s[9],h=s[2],f=s[6],d=s[10];switch(t){case"XYZ":this._y=Math.asin(Tt(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-u,d),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(f,c),this._z=0);break;case"YXZ":this._x=Math.asin(-Tt(u,-1,1)),Math.abs(u)<.9999999?(this._y=Math.atan2(a,d),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-h,r),this._z=0);break;case"ZXY":this._x=Math.asin(Tt(f,-1,1)),Math.abs(f)<.9999999?(this._y=Math.atan2(-h,d),
this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-Tt(h,-1,1)),Math.abs(h)<.9999999?(this._x=Math.atan2(f,d),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(Tt(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-u,c),this._y=Math.atan2(-h,r)):(this._x=0,this._y=Math.atan2(a,d));break;case"XZY":this._z=Math.asin(-Tt(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(f,c),this._y=Math.atan2(a,r)):(this._x=Math.
atan2(-u,d),this._y=0);break;default:ft("Euler: .setFromRotationMatrix() encountered an unknown order: "+t)}return this._order=t,n===!0&&this._onChangeCallback(),this}setFromQuaternion(e,t,n){return ag.makeRotationFromQuaternion(e),this.setFromRotationMatrix(ag,t,n)}setFromVector3(e,t=this._order){return this.set(e.x,e.y,e.z,t)}reorder(e){return lg.setFromEuler(this),this.setFromQuaternion(lg,e)}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._order===this._order}fromArray(e){
return this._x=e[0],this._y=e[1],this._z=e[2],e[3]!==void 0&&(this._order=e[3]),this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._order,e}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};ji.DEFAULT_ORDER="XYZ";var Ao=class{constructor(){this.mask=1}set(e){this.mask=(1<<e|0)>>>0}enable(e){this.mask|=1<<e|0}enableAll(){this.mask=-1}toggle(e){
this.mask^=1<<e|0}disable(e){this.mask&=~(1<<e|0)}disableAll(){this.mask=0}test(e){return(this.mask&e.mask)!==0}isEnabled(e){return(this.mask&(1<<e|0))!==0}},wv=0,cg=new G,ro=new en,ps=new vt,Yl=new G,ga=new G,Tv=new G,Av=new en,ug=new G(1,0,0),hg=new G(0,1,0),fg=new G(0,0,1),dg={type:"added"},Ev={type:"removed"},oo={type:"childadded",child:null},of={type:"childremoved",child:null},Dn=class i extends Ki{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:wv++}),this.uuid=
tr(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=i.DEFAULT_UP.clone();let e=new G,t=new ji,n=new en,s=new G(1,1,1);function r(){n.setFromEuler(t,!1)}function o(){t.setFromQuaternion(n,void 0,!1)}t._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:e},rotation:{configurable:!0,enumerable:!0,value:t},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:s},modelViewMatrix:{value:new vt},
normalMatrix:{value:new pt}}),this.matrix=new vt,this.matrixWorld=new vt,this.matrixAutoUpdate=i.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=i.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new Ao,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(e){
this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(e),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(e){return this.quaternion.premultiply(e),this}setRotationFromAxisAngle(e,t){this.quaternion.setFromAxisAngle(e,t)}setRotationFromEuler(e){this.quaternion.setFromEuler(e,!0)}setRotationFromMatrix(e){this.quaternion.setFromRotationMatrix(e)}setRotationFromQuaternion(e){
this.quaternion.copy(e)}rotateOnAxis(e,t){return ro.setFromAxisAngle(e,t),this.quaternion.multiply(ro),this}rotateOnWorldAxis(e,t){return ro.setFromAxisAngle(e,t),this.quaternion.premultiply(ro),this}rotateX(e){return this.rotateOnAxis(ug,e)}rotateY(e){return this.rotateOnAxis(hg,e)}rotateZ(e){return this.rotateOnAxis(fg,e)}translateOnAxis(e,t){return cg.copy(e).applyQuaternion(this.quaternion),this.position.add(cg.multiplyScalar(t)),this}translateX(e){return this.translateOnAxis(ug,e)}translateY(e){
return this.translateOnAxis(hg,e)}translateZ(e){return this.translateOnAxis(fg,e)}localToWorld(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(this.matrixWorld)}worldToLocal(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(ps.copy(this.matrixWorld).invert())}lookAt(e,t,n){e.isVector3?Yl.copy(e):Yl.set(e,t,n);let s=this.parent;this.updateWorldMatrix(!0,!1),ga.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?ps.lookAt(ga,Yl,this.up):ps.lookAt(Yl,ga,this.up),this.quaternion.
setFromRotationMatrix(ps),s&&(ps.extractRotation(s.matrixWorld),ro.setFromRotationMatrix(ps),this.quaternion.premultiply(ro.invert()))}add(e){if(arguments.length>1){for(let t=0;t<arguments.length;t++)this.add(arguments[t]);return this}return e===this?(xt("Object3D.add: object can't be added as a child of itself.",e),this):(e&&e.isObject3D?(e.removeFromParent(),e.parent=this,this.children.push(e),e.dispatchEvent(dg),oo.child=e,this.dispatchEvent(oo),oo.child=null):xt("Object3D.add: object not an \
instance of THREE.Object3D.",e),this)}remove(e){if(arguments.length>1){for(let n=0;n<arguments.length;n++)this.remove(arguments[n]);return this}let t=this.children.indexOf(e);return t!==-1&&(e.parent=null,this.children.splice(t,1),e.dispatchEvent(Ev),of.child=e,this.dispatchEvent(of),of.child=null),this}removeFromParent(){let e=this.parent;return e!==null&&e.remove(this),this}clear(){return this.remove(...this.children)}attach(e){return this.updateWorldMatrix(!0,!1),ps.copy(this.matrixWorld).invert(),
e.parent!==null&&(e.parent.updateWorldMatrix(!0,!1),ps.multiply(e.parent.matrixWorld)),e.applyMatrix4(ps),e.removeFromParent(),e.parent=this,this.children.push(e),e.updateWorldMatrix(!1,!0),e.dispatchEvent(dg),oo.child=e,this.dispatchEvent(oo),oo.child=null,this}getObjectById(e){return this.getObjectByProperty("id",e)}getObjectByName(e){return this.getObjectByProperty("name",e)}getObjectByProperty(e,t){if(this[e]===t)return this;for(let n=0,s=this.children.length;n<s;n++){let o=this.children[n].
getObjectByProperty(e,t);if(o!==void 0)return o}}getObjectsByProperty(e,t,n=[]){this[e]===t&&n.push(this);let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].getObjectsByProperty(e,t,n);return n}getWorldPosition(e){return this.updateWorldMatrix(!0,!1),e.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(ga,e,Tv),e}getWorldScale(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(ga,Av,e),e}getWorldDirection(e){
this.updateWorldMatrix(!0,!1);let t=this.matrixWorld.elements;return e.set(t[8],t[9],t[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(e){e(this);let t=this.children;for(let n=0,s=t.length;n<s;n++)t[n].traverse(e)}traverseVisible(e){if(this.visible===!1)return;e(this);let t=this.children;for(let n=0,s=t.length;n<s;n++)t[n].traverseVisible(e)}traverseAncestors(e){let t=this.parent;t!==null&&(e(t),t.traverseAncestors(e))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,
this.scale);let e=this.pivot;if(e!==null){let t=e.x,n=e.y,s=e.z,r=this.matrix.elements;r[12]+=t-r[0]*t-r[4]*n-r[8]*s,r[13]+=n-r[1]*t-r[5]*n-r[9]*s,r[14]+=s-r[2]*t-r[6]*n-r[10]*s}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(e){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||e)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,e=
!0);let t=this.children;for(let n=0,s=t.length;n<s;n++)t[n].updateMatrixWorld(e)}updateWorldMatrix(e,t,n=!1){let s=this.parent;if(e===!0&&s!==null&&s.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||n)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,n=!0),t===!0){let r=this.children;for(let o=0,a=r.length;o<
a;o++)r[o].updateWorldMatrix(!1,!0,n)}}toJSON(e){let t=e===void 0||typeof e=="string",n={};t&&(e={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let s={};s.uuid=this.uuid,s.type=this.type,s.name=this.name,s.castShadow=this.castShadow,s.receiveShadow=this.receiveShadow,s.visible=this.visible,s.frustumCulled=this.frustumCulled,s.renderOrder=this.renderOrder,s.static=this.static,s.matrixAutoUpdate=
this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(s.userData=this.userData),s.layers=this.layers.mask,s.matrix=this.matrix.toArray(),s.up=this.up.toArray(),this.pivot!==null&&(s.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(s.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(s.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(s.type="InstancedMesh",s.count=this.count,s.instanceMatrix=
this.instanceMatrix.toJSON(),this.instanceColor!==null&&(s.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(s.type="BatchedMesh",s.perObjectFrustumCulled=this.perObjectFrustumCulled,s.sortObjects=this.sortObjects,s.drawRanges=this._drawRanges,s.reservedRanges=this._reservedRanges,s.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),s.instanceInfo=this._instanceInfo.
map(a=>({...a})),s.availableInstanceIds=this._availableInstanceIds.slice(),s.availableGeometryIds=this._availableGeometryIds.slice(),s.nextIndexStart=this._nextIndexStart,s.nextVertexStart=this._nextVertexStart,s.geometryCount=this._geometryCount,s.maxInstanceCount=this._maxInstanceCount,s.maxVertexCount=this._maxVertexCount,s.maxIndexCount=this._maxIndexCount,s.geometryInitialized=this._geometryInitialized,s.matricesTexture=this._matricesTexture.toJSON(e),s.indirectTexture=this._indirectTexture.
toJSON(e),this._colorsTexture!==null&&(s.colorsTexture=this._colorsTexture.toJSON(e)),this.boundingSphere!==null&&(s.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(s.boundingBox=this.boundingBox.toJSON()));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(e)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?s.background=this.background.toJSON():this.background.isTexture&&(s.background=this.background.toJSON(e).uuid)),this.environment&&this.environment.
isTexture&&this.environment.isRenderTargetTexture!==!0&&(s.environment=this.environment.toJSON(e).uuid);else if(this.isMesh||this.isLine||this.isPoints){s.geometry=r(e.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,u=l.length;c<u;c++){let h=l[c];r(e.shapes,h)}else r(e.shapes,l)}}if(this.isSkinnedMesh&&(s.bindMode=this.bindMode,s.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(e.skeletons,this.
skeleton),s.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(e.materials,this.material[l]));s.material=a}else s.material=r(e.materials,this.material);if(this.children.length>0){s.children=[];for(let a=0;a<this.children.length;a++)s.children.push(this.children[a].toJSON(e).object)}if(this.animations.length>0){s.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];s.animations.
push(r(e.animations,l))}}if(t){let a=o(e.geometries),l=o(e.materials),c=o(e.textures),u=o(e.images),h=o(e.shapes),f=o(e.skeletons),d=o(e.animations),p=o(e.nodes);a.length>0&&(n.geometries=a),l.length>0&&(n.materials=l),c.length>0&&(n.textures=c),u.length>0&&(n.images=u),h.length>0&&(n.shapes=h),f.length>0&&(n.skeletons=f),d.length>0&&(n.animations=d),p.length>0&&(n.nodes=p)}return n.object=s,n;function o(a){let l=[];for(let c in a){let u=a[c];delete u.metadata,l.push(u)}return l}}clone(e){return new this.
constructor().copy(this,e)}copy(e,t=!0){if(this.name=e.name,this.up.copy(e.up),this.position.copy(e.position),this.rotation.order=e.rotation.order,this.quaternion.copy(e.quaternion),this.scale.copy(e.scale),this.pivot=e.pivot!==null?e.pivot.clone():null,this.matrix.copy(e.matrix),this.matrixWorld.copy(e.matrixWorld),this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrixWorldAutoUpdate=e.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=e.matrixWorldNeedsUpdate,this.layers.mask=e.layers.mask,this.visible=
e.visible,this.castShadow=e.castShadow,this.receiveShadow=e.receiveShadow,this.frustumCulled=e.frustumCulled,this.renderOrder=e.renderOrder,this.static=e.static,this.animations=e.animations.slice(),this.userData=JSON.parse(JSON.stringify(e.userData)),t===!0)for(let n=0;n<e.children.length;n++){let s=e.children[n];this.add(s.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};Dn.DEFAULT_UP=new G(0,1,0);Dn.DEFAULT_MATRIX_AUTO_UPDATE=!0;Dn.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var Tn=class extends Dn{constructor(){
super(),this.isGroup=!0,this.type="Group"}},Rv={type:"move"},Eo=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new Tn,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new Tn,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.
linearVelocity=new G,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new G),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new Tn,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new G,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new G,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(e){return this._targetRay!==null&&this._targetRay.dispatchEvent(e),this._grip!==null&&this.
_grip.dispatchEvent(e),this._hand!==null&&this._hand.dispatchEvent(e),this}connect(e){if(e&&e.hand){let t=this._hand;if(t)for(let n of e.hand.values())this._getHandJoint(t,n)}return this.dispatchEvent({type:"connected",data:e}),this}disconnect(e){return this.dispatchEvent({type:"disconnected",data:e}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(e,t,n){let s=null,r=null,o=null,a=this._targetRay,
l=this._grip,c=this._hand;if(e&&t.session.visibilityState!=="visible-blurred"){if(c&&e.hand){o=!0;for(let y of e.hand.values()){let g=t.getJointPose(y,n),m=this._getHandJoint(c,y);g!==null&&(m.matrix.fromArray(g.transform.matrix),m.matrix.decompose(m.position,m.quaternion,m.scale),m.matrixWorldNeedsUpdate=!0,m.jointRadius=g.radius),m.visible=g!==null}let u=c.joints["index-finger-tip"],h=c.joints["thumb-tip"],f=u.position.distanceTo(h.position),d=.02,p=.005;c.inputState.pinching&&f>d+p?(c.inputState.
pinching=!1,this.dispatchEvent({type:"pinchend",handedness:e.handedness,target:this})):!c.inputState.pinching&&f<=d-p&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:e.handedness,target:this}))}else l!==null&&e.gripSpace&&(r=t.getPose(e.gripSpace,n),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.quaternion,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=
!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1,l.eventsEnabled&&l.dispatchEvent({type:"gripUpdated",data:e,target:this})));a!==null&&(s=t.getPose(e.targetRaySpace,n),s===null&&r!==null&&(s=r),s!==null&&(a.matrix.fromArray(s.transform.matrix),a.matrix.decompose(a.position,a.quaternion,a.scale),a.matrixWorldNeedsUpdate=!0,s.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(s.linearVelocity)):a.hasLinearVelocity=!1,s.angularVelocity?
(a.hasAngularVelocity=!0,a.angularVelocity.copy(s.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(Rv)))}return a!==null&&(a.visible=s!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(e,t){if(e.joints[t.jointName]===void 0){let n=new Tn;n.matrixAutoUpdate=!1,n.visible=!1,e.joints[t.jointName]=n,e.add(n)}return e.joints[t.jointName]}},T0={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,
black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,
darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,
lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,
mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,
purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},
Gs={h:0,s:0,l:0},$l={h:0,s:0,l:0};function af(i,e,t){return t<0&&(t+=1),t>1&&(t-=1),t<1/6?i+(e-i)*6*t:t<1/2?e:t<2/3?i+(e-i)*6*(2/3-t):i}var ut=class{constructor(e,t,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(e,t,n)}set(e,t,n){if(t===void 0&&n===void 0){let s=e;s&&s.isColor?this.copy(s):typeof s=="number"?this.setHex(s):typeof s=="string"&&this.setStyle(s)}else this.setRGB(e,t,n);return this}setScalar(e){return this.r=e,this.g=e,this.b=e,this}setHex(e,t=Fn){return e=Math.floor(
e),this.r=(e>>16&255)/255,this.g=(e>>8&255)/255,this.b=(e&255)/255,Pt.colorSpaceToWorking(this,t),this}setRGB(e,t,n,s=Pt.workingColorSpace){return this.r=e,this.g=t,this.b=n,Pt.colorSpaceToWorking(this,s),this}setHSL(e,t,n,s=Pt.workingColorSpace){if(e=ud(e,1),t=Tt(t,0,1),n=Tt(n,0,1),t===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+t):n+t-n*t,o=2*n-r;this.r=af(o,r,e+1/3),this.g=af(o,r,e),this.b=af(o,r,e-1/3)}return Pt.colorSpaceToWorking(this,s),this}setStyle(e,t=Fn){function n(r){r!==void 0&&parseFloat(
r)<1&&ft("Color: Alpha component of "+e+" will be ignored.")}let s;if(s=/^(\w+)\(([^\)]*)\)/.exec(e)){let r,o=s[1],a=s[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,t);if(r=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.
exec(a))return n(r[4]),this.setRGB(Math.min(100,parseFloat(r[1]))/100,Math.min(100,parseFloat(r[2]))/100,Math.min(100,parseFloat(r[3]))/100,t);break;case"hsl":case"hsla":if(r=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,t);break;default:ft("Color: Unknown color model "+e)}}else if(s=/^\#([A-Fa-f\d]+)$/.exec(e)){
let r=s[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,t);if(o===6)return this.setHex(parseInt(r,16),t);ft("Color: Invalid hex color "+e)}else if(e&&e.length>0)return this.setColorName(e,t);return this}setColorName(e,t=Fn){let n=T0[e.toLowerCase()];return n!==void 0?this.setHex(n,t):ft("Color: Unknown color "+e),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(e){return this.r=e.r,this.g=e.g,this.b=
e.b,this}copySRGBToLinear(e){return this.r=vs(e.r),this.g=vs(e.g),this.b=vs(e.b),this}copyLinearToSRGB(e){return this.r=xo(e.r),this.g=xo(e.g),this.b=xo(e.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(e=Fn){return Pt.workingToColorSpace(Gn.copy(this),e),Math.round(Tt(Gn.r*255,0,255))*65536+Math.round(Tt(Gn.g*255,0,255))*256+Math.round(Tt(Gn.b*255,0,255))}getHexString(e=Fn){return("000000"+this.getHex(e).
toString(16)).slice(-6)}getHSL(e,t=Pt.workingColorSpace){Pt.workingToColorSpace(Gn.copy(this),t);let n=Gn.r,s=Gn.g,r=Gn.b,o=Math.max(n,s,r),a=Math.min(n,s,r),l,c,u=(a+o)/2;if(a===o)l=0,c=0;else{let h=o-a;switch(c=u<=.5?h/(o+a):h/(2-o-a),o){case n:l=(s-r)/h+(s<r?6:0);break;case s:l=(r-n)/h+2;break;case r:l=(n-s)/h+4;break}l/=6}return e.h=l,e.s=c,e.l=u,e}getRGB(e,t=Pt.workingColorSpace){return Pt.workingToColorSpace(Gn.copy(this),t),e.r=Gn.r,e.g=Gn.g,e.b=Gn.b,e}getStyle(e=Fn){Pt.workingToColorSpace(
Gn.copy(this),e);let t=Gn.r,n=Gn.g,s=Gn.b;return e!==Fn?`color(${e} ${t.toFixed(3)} ${n.toFixed(3)} ${s.toFixed(3)})`:`rgb(${Math.round(t*255)},${Math.round(n*255)},${Math.round(s*255)})`}offsetHSL(e,t,n){return this.getHSL(Gs),this.setHSL(Gs.h+e,Gs.s+t,Gs.l+n)}add(e){return this.r+=e.r,this.g+=e.g,this.b+=e.b,this}addColors(e,t){return this.r=e.r+t.r,this.g=e.g+t.g,this.b=e.b+t.b,this}addScalar(e){return this.r+=e,this.g+=e,this.b+=e,this}sub(e){return this.r=Math.max(0,this.r-e.r),this.g=Math.
max(0,this.g-e.g),this.b=Math.max(0,this.b-e.b),this}multiply(e){return this.r*=e.r,this.g*=e.g,this.b*=e.b,this}multiplyScalar(e){return this.r*=e,this.g*=e,this.b*=e,this}lerp(e,t){return this.r+=(e.r-this.r)*t,this.g+=(e.g-this.g)*t,this.b+=(e.b-this.b)*t,this}lerpColors(e,t,n){return this.r=e.r+(t.r-e.r)*n,this.g=e.g+(t.g-e.g)*n,this.b=e.b+(t.b-e.b)*n,this}lerpHSL(e,t){this.getHSL(Gs),e.getHSL($l);let n=wa(Gs.h,$l.h,t),s=wa(Gs.s,$l.s,t),r=wa(Gs.l,$l.l,t);return this.setHSL(n,s,r),this}setFromVector3(e){
return this.r=e.x,this.g=e.y,this.b=e.z,this}applyMatrix3(e){let t=this.r,n=this.g,s=this.b,r=e.elements;return this.r=r[0]*t+r[3]*n+r[6]*s,this.g=r[1]*t+r[4]*n+r[7]*s,this.b=r[2]*t+r[5]*n+r[8]*s,this}equals(e){return e.r===this.r&&e.g===this.g&&e.b===this.b}fromArray(e,t=0){return this.r=e[t],this.g=e[t+1],this.b=e[t+2],this}toArray(e=[],t=0){return e[t]=this.r,e[t+1]=this.g,e[t+2]=this.b,e}fromBufferAttribute(e,t){return this.r=e.getX(t),this.g=e.getY(t),this.b=e.getZ(t),this}toJSON(){return this.
getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},Gn=new ut;ut.NAMES=T0;var Ys=class extends Dn{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new ji,this.environmentIntensity=1,this.environmentRotation=new ji,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(e,t){return super.copy(e,t),this.background=e.background!==null?e.background.clone():
null,this.environment=e.environment!==null?e.environment.clone():null,this.fog=e.fog!==null?e.fog.clone():null,this.backgroundBlurriness=e.backgroundBlurriness,this.backgroundIntensity=e.backgroundIntensity,this.backgroundRotation.copy(e.backgroundRotation),this.environmentIntensity=e.environmentIntensity,this.environmentRotation.copy(e.environmentRotation),this.overrideMaterial=e.overrideMaterial!==null?e.overrideMaterial.clone():null,this.matrixAutoUpdate=e.matrixAutoUpdate,this}toJSON(e){let t=super.
toJSON(e);return this.fog!==null&&(t.object.fog=this.fog.toJSON()),t.object.backgroundBlurriness=this.backgroundBlurriness,t.object.backgroundIntensity=this.backgroundIntensity,t.object.backgroundRotation=this.backgroundRotation.toArray(),t.object.environmentIntensity=this.environmentIntensity,t.object.environmentRotation=this.environmentRotation.toArray(),t}},Ii=new G,ms=new G,lf=new G,gs=new G,ao=new G,lo=new G,pg=new G,cf=new G,uf=new G,hf=new G,ff=new Nt,df=new Nt,pf=new Nt,ys=class i{constructor(e=new G,t=new G,n=new G){
this.a=e,this.b=t,this.c=n}static getNormal(e,t,n,s){s.subVectors(n,t),Ii.subVectors(e,t),s.cross(Ii);let r=s.lengthSq();return r>0?s.multiplyScalar(1/Math.sqrt(r)):s.set(0,0,0)}static getBarycoord(e,t,n,s,r){Ii.subVectors(s,t),ms.subVectors(n,t),lf.subVectors(e,t);let o=Ii.dot(Ii),a=Ii.dot(ms),l=Ii.dot(lf),c=ms.dot(ms),u=ms.dot(lf),h=o*c-a*a;if(h===0)return r.set(0,0,0),null;let f=1/h,d=(c*l-a*u)*f,p=(o*u-a*l)*f;return r.set(1-d-p,p,d)}static containsPoint(e,t,n,s){return this.getBarycoord(e,t,
n,s,gs)===null?!1:gs.x>=0&&gs.y>=0&&gs.x+gs.y<=1}static getInterpolation(e,t,n,s,r,o,a,l){return this.getBarycoord(e,t,n,s,gs)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,gs.x),l.addScaledVector(o,gs.y),l.addScaledVector(a,gs.z),l)}static getInterpolatedAttribute(e,t,n,s,r,o){return ff.setScalar(0),df.setScalar(0),pf.setScalar(0),ff.fromBufferAttribute(e,t),df.fromBufferAttribute(e,n),pf.fromBufferAttribute(e,s),o.setScalar(0),o.addScaledVector(
ff,r.x),o.addScaledVector(df,r.y),o.addScaledVector(pf,r.z),o}static isFrontFacing(e,t,n,s){return Ii.subVectors(n,t),ms.subVectors(e,t),Ii.cross(ms).dot(s)<0}set(e,t,n){return this.a.copy(e),this.b.copy(t),this.c.copy(n),this}setFromPointsAndIndices(e,t,n,s){return this.a.copy(e[t]),this.b.copy(e[n]),this.c.copy(e[s]),this}setFromAttributeAndIndices(e,t,n,s){return this.a.fromBufferAttribute(e,t),this.b.fromBufferAttribute(e,n),this.c.fromBufferAttribute(e,s),this}clone(){return new this.constructor().
copy(this)}copy(e){return this.a.copy(e.a),this.b.copy(e.b),this.c.copy(e.c),this}getArea(){return Ii.subVectors(this.c,this.b),ms.subVectors(this.a,this.b),Ii.cross(ms).length()*.5}getMidpoint(e){return e.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(e){return i.getNormal(this.a,this.b,this.c,e)}getPlane(e){return e.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(e,t){return i.getBarycoord(e,this.a,this.b,this.c,t)}getInterpolation(e,t,n,s,r){return i.getInterpolation(
e,this.a,this.b,this.c,t,n,s,r)}containsPoint(e){return i.containsPoint(e,this.a,this.b,this.c)}isFrontFacing(e){return i.isFrontFacing(this.a,this.b,this.c,e)}intersectsBox(e){return e.intersectsTriangle(this)}closestPointToPoint(e,t){let n=this.a,s=this.b,r=this.c,o,a;ao.subVectors(s,n),lo.subVectors(r,n),cf.subVectors(e,n);let l=ao.dot(cf),c=lo.dot(cf);if(l<=0&&c<=0)return t.copy(n);uf.subVectors(e,s);let u=ao.dot(uf),h=lo.dot(uf);if(u>=0&&h<=u)return t.copy(s);let f=l*h-u*c;if(f<=0&&l>=0&&u<=
0&&l-u>0)return o=l/(l-u),t.copy(n).addScaledVector(ao,o);hf.subVectors(e,r);let d=ao.dot(hf),p=lo.dot(hf);if(p>=0&&d<=p)return t.copy(r);let y=d*c-l*p;if(y<=0&&c>=0&&p<=0)return a=c/(c-p),t.copy(n).addScaledVector(lo,a);let g=u*p-d*h;if(g<=0&&h-u>=0&&d-p>=0)return pg.subVectors(r,s),a=(h-u)/(h-u+(d-p)),t.copy(s).addScaledVector(pg,a);let m=1/(g+y+f);return o=y*m,a=f*m,t.copy(n).addScaledVector(ao,o).addScaledVector(lo,a)}equals(e){return e.a.equals(this.a)&&e.b.equals(this.b)&&e.c.equals(this.c)}},
di=class{constructor(e=new G(1/0,1/0,1/0),t=new G(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=e,this.max=t}set(e,t){return this.min.copy(e),this.max.copy(t),this}setFromArray(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t+=3)this.expandByPoint(Li.fromArray(e,t));return this}setFromBufferAttribute(e){this.makeEmpty();for(let t=0,n=e.count;t<n;t++)this.expandByPoint(Li.fromBufferAttribute(e,t));return this}setFromPoints(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t++)this.expandByPoint(e[t]);return this}setFromCenterAndSize(e,t){
let n=Li.copy(t).multiplyScalar(.5);return this.min.copy(e).sub(n),this.max.copy(e).add(n),this}setFromObject(e,t=!1){return this.makeEmpty(),this.expandByObject(e,t)}clone(){return new this.constructor().copy(this)}copy(e){return this.min.copy(e.min),this.max.copy(e.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(e){return this.isEmpty()?e.set(
0,0,0):e.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(e){return this.isEmpty()?e.set(0,0,0):e.subVectors(this.max,this.min)}expandByPoint(e){return this.min.min(e),this.max.max(e),this}expandByVector(e){return this.min.sub(e),this.max.add(e),this}expandByScalar(e){return this.min.addScalar(-e),this.max.addScalar(e),this}expandByObject(e,t=!1){e.updateWorldMatrix(!1,!1);let n=e.geometry;if(n!==void 0){let r=n.getAttribute("position");if(t===!0&&r!==void 0&&e.isInstancedMesh!==!0&&e.isBatchedMesh!==
!0)for(let o=0,a=r.count;o<a;o++)e.isMesh===!0?e.getVertexPosition(o,Li):Li.fromBufferAttribute(r,o),Li.applyMatrix4(e.matrixWorld),this.expandByPoint(Li);else e.boundingBox!==void 0?(e.boundingBox===null&&e.computeBoundingBox(),Zl.copy(e.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),Zl.copy(n.boundingBox)),Zl.applyMatrix4(e.matrixWorld),this.union(Zl)}let s=e.children;for(let r=0,o=s.length;r<o;r++)this.expandByObject(s[r],t);return this}containsPoint(e){return e.x>=this.min.x&&e.
x<=this.max.x&&e.y>=this.min.y&&e.y<=this.max.y&&e.z>=this.min.z&&e.z<=this.max.z}containsBox(e){return this.min.x<=e.min.x&&e.max.x<=this.max.x&&this.min.y<=e.min.y&&e.max.y<=this.max.y&&this.min.z<=e.min.z&&e.max.z<=this.max.z}getParameter(e,t){return t.set((e.x-this.min.x)/(this.max.x-this.min.x),(e.y-this.min.y)/(this.max.y-this.min.y),(e.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(e){return e.max.x>=this.min.x&&e.min.x<=this.max.x&&e.max.y>=this.min.y&&e.min.y<=this.max.y&&e.max.z>=
this.min.z&&e.min.z<=this.max.z}intersectsSphere(e){return this.clampPoint(e.center,Li),Li.distanceToSquared(e.center)<=e.radius*e.radius}intersectsPlane(e){let t,n;return e.normal.x>0?(t=e.normal.x*this.min.x,n=e.normal.x*this.max.x):(t=e.normal.x*this.max.x,n=e.normal.x*this.min.x),e.normal.y>0?(t+=e.normal.y*this.min.y,n+=e.normal.y*this.max.y):(t+=e.normal.y*this.max.y,n+=e.normal.y*this.min.y),e.normal.z>0?(t+=e.normal.z*this.min.z,n+=e.normal.z*this.max.z):(t+=e.normal.z*this.max.z,n+=e.normal.
z*this.min.z),t<=-e.constant&&n>=-e.constant}intersectsTriangle(e){if(this.isEmpty())return!1;this.getCenter(xa),Jl.subVectors(this.max,xa),co.subVectors(e.a,xa),uo.subVectors(e.b,xa),ho.subVectors(e.c,xa),Hs.subVectors(uo,co),Ws.subVectors(ho,uo),dr.subVectors(co,ho);let t=[0,-Hs.z,Hs.y,0,-Ws.z,Ws.y,0,-dr.z,dr.y,Hs.z,0,-Hs.x,Ws.z,0,-Ws.x,dr.z,0,-dr.x,-Hs.y,Hs.x,0,-Ws.y,Ws.x,0,-dr.y,dr.x,0];return!mf(t,co,uo,ho,Jl)||(t=[1,0,0,0,1,0,0,0,1],!mf(t,co,uo,ho,Jl))?!1:(Kl.crossVectors(Hs,Ws),t=[Kl.x,Kl.
y,Kl.z],mf(t,co,uo,ho,Jl))}clampPoint(e,t){return t.copy(e).clamp(this.min,this.max)}distanceToPoint(e){return this.clampPoint(e,Li).distanceTo(e)}getBoundingSphere(e){return this.isEmpty()?e.makeEmpty():(this.getCenter(e.center),e.radius=this.getSize(Li).length()*.5),e}intersect(e){return this.min.max(e.min),this.max.min(e.max),this.isEmpty()&&this.makeEmpty(),this}union(e){return this.min.min(e.min),this.max.max(e.max),this}applyMatrix4(e){return this.isEmpty()?this:(xs[0].set(this.min.x,this.
min.y,this.min.z).applyMatrix4(e),xs[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(e),xs[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(e),xs[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(e),xs[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(e),xs[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(e),xs[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(e),xs[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(e),this.setFromPoints(xs),this)}translate(e){return this.
min.add(e),this.max.add(e),this}equals(e){return e.min.equals(this.min)&&e.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(e){return this.min.fromArray(e.min),this.max.fromArray(e.max),this}},xs=[new G,new G,new G,new G,new G,new G,new G,new G],Li=new G,Zl=new di,co=new G,uo=new G,ho=new G,Hs=new G,Ws=new G,dr=new G,xa=new G,Jl=new G,Kl=new G,pr=new G;function mf(i,e,t,n,s){for(let r=0,o=i.length-3;r<=o;r+=3){pr.fromArray(i,r);let a=s.x*Math.abs(pr.x)+
s.y*Math.abs(pr.y)+s.z*Math.abs(pr.z),l=e.dot(pr),c=t.dot(pr),u=n.dot(pr);if(Math.max(-Math.max(l,c,u),Math.min(l,c,u))>a)return!1}return!0}var _n=new G,jl=new Fe,Cv=0,Qt=class extends Ki{constructor(e,t,n=!1){if(super(),Array.isArray(e))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:Cv++}),this.name="",this.array=e,this.itemSize=t,this.count=e!==void 0?e.length/t:0,this.normalized=n,this.usage=_0,this.updateRanges=[],this.gpuType=Oi,this.version=0,this._normalizationScale=e!==void 0?fd(e):void 0}onUploadCallback(){}set needsUpdate(e){e===
!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.name=e.name,this.array=new e.array.constructor(e.array),this.itemSize=e.itemSize,this.count=e.count,this.normalized=e.normalized,this.usage=e.usage,this.gpuType=e.gpuType,this._normalizationScale=e._normalizationScale,this}copyAt(e,t,n){e*=this.itemSize,n*=t.itemSize;for(let s=0,r=this.itemSize;s<r;s++)this.array[e+
s]=t.array[n+s];return this}copyArray(e){return this.array.set(e),this}applyMatrix3(e){if(this.itemSize===2)for(let t=0,n=this.count;t<n;t++)jl.fromBufferAttribute(this,t),jl.applyMatrix3(e),this.setXY(t,jl.x,jl.y);else if(this.itemSize===3)for(let t=0,n=this.count;t<n;t++)_n.fromBufferAttribute(this,t),_n.applyMatrix3(e),this.setXYZ(t,_n.x,_n.y,_n.z);return this}applyMatrix4(e){for(let t=0,n=this.count;t<n;t++)_n.fromBufferAttribute(this,t),_n.applyMatrix4(e),this.setXYZ(t,_n.x,_n.y,_n.z);return this}applyNormalMatrix(e){
for(let t=0,n=this.count;t<n;t++)_n.fromBufferAttribute(this,t),_n.applyNormalMatrix(e),this.setXYZ(t,_n.x,_n.y,_n.z);return this}transformDirection(e){for(let t=0,n=this.count;t<n;t++)_n.fromBufferAttribute(this,t),_n.transformDirection(e),this.setXYZ(t,_n.x,_n.y,_n.z);return this}set(e,t=0){return this.array.set(e,t),this}getComponent(e,t){let n=this.array[e*this.itemSize+t];return this.normalized&&(n=this._denormalize(n)),n}setComponent(e,t,n){return this.normalized&&(n=this._normalize(n)),this.
array[e*this.itemSize+t]=n,this}getX(e){let t=this.array[e*this.itemSize];return this.normalized&&(t=this._denormalize(t)),t}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize]=t,this}getY(e){let t=this.array[e*this.itemSize+1];return this.normalized&&(t=this._denormalize(t)),t}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+1]=t,this}getZ(e){let t=this.array[e*this.itemSize+2];return this.normalized&&(t=this._denormalize(t)),t}setZ(e,t){
return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+2]=t,this}getW(e){let t=this.array[e*this.itemSize+3];return this.normalized&&(t=this._denormalize(t)),t}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+3]=t,this}setXY(e,t,n){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n)),this.array[e+0]=t,this.array[e+1]=n,this}setXYZ(e,t,n,s){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(
n),s=this._normalize(s)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=s,this}setXYZW(e,t,n,s,r){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=s,this.array[e+3]=r,this}onUpload(e){return this.onUploadCallback=e,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let e={itemSize:this.itemSize,type:this.array.constructor.name,
array:Array.from(this.array),normalized:this.normalized};return e.name=this.name,e.usage=this.usage,e.gpuType=this.gpuType,e}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(e){let t=this._normalizationScale;return t!==void 0?Math.max(e/t,-1):S0(e,this.array)}_normalize(e){let t=this._normalizationScale;return t!==void 0?Math.round(e*t):w0(e,this.array)}};var Ia=class extends Qt{constructor(e,t,n){super(new Uint16Array(e),t,n)}};var La=class extends Qt{constructor(e,t,n){super(new Uint32Array(e),t,n)}};var Dt=class extends Qt{constructor(e,t,n){super(new Float32Array(e),t,n)}},Pv=new di,_a=new G,gf=new G,yr=class{constructor(e=new G,t=-1){this.isSphere=!0,this.center=e,this.radius=t}set(e,t){return this.center.copy(e),this.radius=t,this}setFromPoints(e,t){let n=this.center;t!==void 0?n.copy(t):Pv.setFromPoints(e).getCenter(n);let s=0;for(let r=0,o=e.length;r<o;r++)s=Math.max(s,n.distanceToSquared(e[r]));return this.radius=Math.sqrt(s),this}copy(e){return this.center.copy(e.center),this.radius=
e.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(e){return e.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(e){return e.distanceTo(this.center)-this.radius}intersectsSphere(e){let t=this.radius+e.radius;return e.center.distanceToSquared(this.center)<=t*t}intersectsBox(e){return e.intersectsSphere(this)}intersectsPlane(e){return Math.abs(e.distanceToPoint(this.center))<=this.radius}clampPoint(e,t){let n=this.
center.distanceToSquared(e);return t.copy(e),n>this.radius*this.radius&&(t.sub(this.center).normalize(),t.multiplyScalar(this.radius).add(this.center)),t}getBoundingBox(e){return this.isEmpty()?(e.makeEmpty(),e):(e.set(this.center,this.center),e.expandByScalar(this.radius),e)}applyMatrix4(e){return this.center.applyMatrix4(e),this.radius=this.radius*e.getMaxScaleOnAxis(),this}translate(e){return this.center.add(e),this}expandByPoint(e){if(this.isEmpty())return this.center.copy(e),this.radius=0,this;
_a.subVectors(e,this.center);let t=_a.lengthSq();if(t>this.radius*this.radius){let n=Math.sqrt(t),s=(n-this.radius)*.5;this.center.addScaledVector(_a,s/n),this.radius+=s}return this}union(e){return e.isEmpty()?this:this.isEmpty()?(this.copy(e),this):(this.center.equals(e.center)===!0?this.radius=Math.max(this.radius,e.radius):(gf.subVectors(e.center,this.center).setLength(e.radius),this.expandByPoint(_a.copy(e.center).add(gf)),this.expandByPoint(_a.copy(e.center).sub(gf))),this)}equals(e){return e.
center.equals(this.center)&&e.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(e){return this.radius=e.radius,this.center.fromArray(e.center),this}},Iv=0,bi=new vt,xf=new Dn,fo=new G,hi=new di,ya=new di,Ln=new G,sn=class i extends Ki{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:Iv++}),this.uuid=tr(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=
null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(e){return Array.isArray(e)?this.index=new(nv(e)?La:Ia)(e,1):this.index=e,this}setIndirect(e,t=0){return this.indirect=e,this.indirectOffset=t,this}getIndirect(){return this.indirect}getAttribute(e){return this.attributes[e]}setAttribute(e,t){
return this.attributes[e]=t,this}deleteAttribute(e){return delete this.attributes[e],this}hasAttribute(e){return this.attributes[e]!==void 0}addGroup(e,t,n=0){this.groups.push({start:e,count:t,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(e,t){this.drawRange.start=e,this.drawRange.count=t}applyMatrix4(e){let t=this.attributes.position;t!==void 0&&(t.applyMatrix4(e),t.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let r=new pt().getNormalMatrix(e);n.applyNormalMatrix(r),
n.needsUpdate=!0}let s=this.attributes.tangent;return s!==void 0&&(s.transformDirection(e),s.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(e){return bi.makeRotationFromQuaternion(e),this.applyMatrix4(bi),this}rotateX(e){return bi.makeRotationX(e),this.applyMatrix4(bi),this}rotateY(e){return bi.makeRotationY(e),this.applyMatrix4(bi),this}rotateZ(e){return bi.makeRotationZ(e),this.
applyMatrix4(bi),this}translate(e,t,n){return bi.makeTranslation(e,t,n),this.applyMatrix4(bi),this}scale(e,t,n){return bi.makeScale(e,t,n),this.applyMatrix4(bi),this}lookAt(e){return xf.lookAt(e),xf.updateMatrix(),this.applyMatrix4(xf.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(fo).negate(),this.translate(fo.x,fo.y,fo.z),this}setFromPoints(e){let t=this.getAttribute("position");if(t===void 0){let n=[];for(let s=0,r=e.length;s<r;s++){let o=e[s];n.push(o.x,o.y,
o.z||0)}this.setAttribute("position",new Dt(n,3))}else{let n=Math.min(e.length,t.count);for(let s=0;s<n;s++){let r=e[s];t.setXYZ(s,r.x,r.y,r.z||0)}e.length>t.count&&ft("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),t.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new di);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){xt("BufferGeometry.computeBoundingBox()\
: GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new G(-1/0,-1/0,-1/0),new G(1/0,1/0,1/0));return}if(e!==void 0){if(this.boundingBox.setFromBufferAttribute(e),t)for(let n=0,s=t.length;n<s;n++){let r=t[n];hi.setFromBufferAttribute(r),this.morphTargetsRelative?(Ln.addVectors(this.boundingBox.min,hi.min),this.boundingBox.expandByPoint(Ln),Ln.addVectors(this.boundingBox.max,hi.max),this.boundingBox.expandByPoint(Ln)):(this.boundingBox.expandByPoint(hi.min),this.boundingBox.
expandByPoint(hi.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&xt('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new yr);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){xt("BufferGeometry.computeBoundingSph\
ere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new G,1/0);return}if(e){let n=this.boundingSphere.center;if(hi.setFromBufferAttribute(e),t)for(let r=0,o=t.length;r<o;r++){let a=t[r];ya.setFromBufferAttribute(a),this.morphTargetsRelative?(Ln.addVectors(hi.min,ya.min),hi.expandByPoint(Ln),Ln.addVectors(hi.max,ya.max),hi.expandByPoint(Ln)):(hi.expandByPoint(ya.min),hi.expandByPoint(ya.max))}hi.getCenter(n);let s=0;for(let r=0,o=e.count;r<o;r++)Ln.fromBufferAttribute(
e,r),s=Math.max(s,n.distanceToSquared(Ln));if(t)for(let r=0,o=t.length;r<o;r++){let a=t[r],l=this.morphTargetsRelative;for(let c=0,u=a.count;c<u;c++)Ln.fromBufferAttribute(a,c),l&&(fo.fromBufferAttribute(e,c),Ln.add(fo)),s=Math.max(s,n.distanceToSquared(Ln))}this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&xt('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let e=this.index,
t=this.attributes;if(e===null||t.position===void 0||t.normal===void 0||t.uv===void 0){xt("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let n=t.position,s=t.normal,r=t.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==n.count)&&(o=new Qt(new Float32Array(4*n.count),4),this.setAttribute("tangent",o));let a=[],l=[],c=new Uint8Array(n.count);for(let D=0;D<n.count;D++)a[D]=new G,l[D]=new G;let u=new G,h=new G,f=new G,d=new Fe,p=new Fe,
y=new Fe,g=new G,m=new G;function v(D,P,I){c[D]=c[P]=c[I]=1,u.fromBufferAttribute(n,D),h.fromBufferAttribute(n,P),f.fromBufferAttribute(n,I),d.fromBufferAttribute(r,D),p.fromBufferAttribute(r,P),y.fromBufferAttribute(r,I),h.sub(u),f.sub(u),p.sub(d),y.sub(d);let F=1/(p.x*y.y-y.x*p.y);isFinite(F)&&(g.copy(h).multiplyScalar(y.y).addScaledVector(f,-p.y).multiplyScalar(F),m.copy(f).multiplyScalar(p.x).addScaledVector(h,-y.x).multiplyScalar(F),a[D].add(g),a[P].add(g),a[I].add(g),l[D].add(m),l[P].add(m),
l[I].add(m))}let b=this.groups;b.length===0&&(b=[{start:0,count:e.count}]);for(let D=0,P=b.length;D<P;++D){let I=b[D],F=I.start,k=I.count;for(let L=F,B=F+k;L<B;L+=3)v(e.getX(L+0),e.getX(L+1),e.getX(L+2))}let x=new G,T=new G,A=new G,_=new G;function w(D){A.fromBufferAttribute(s,D),_.copy(A);let P=a[D];x.copy(P),x.sub(A.multiplyScalar(A.dot(P))).normalize(),T.crossVectors(_,P);let F=T.dot(l[D])<0?-1:1;o.setXYZW(D,x.x,x.y,x.z,F)}for(let D=0,P=n.count;D<P;++D)c[D]&&w(D);this._transformed=!0}computeVertexNormals(){
let e=this.index,t=this.getAttribute("position");if(t!==void 0){let n=this.getAttribute("normal");if(n===void 0||n.count!==t.count)n=new Qt(new Float32Array(t.count*3),3),this.setAttribute("normal",n);else for(let f=0,d=n.count;f<d;f++)n.setXYZ(f,0,0,0);let s=new G,r=new G,o=new G,a=new G,l=new G,c=new G,u=new G,h=new G;if(e)for(let f=0,d=e.count;f<d;f+=3){let p=e.getX(f+0),y=e.getX(f+1),g=e.getX(f+2);s.fromBufferAttribute(t,p),r.fromBufferAttribute(t,y),o.fromBufferAttribute(t,g),u.subVectors(o,
r),h.subVectors(s,r),u.cross(h),a.fromBufferAttribute(n,p),l.fromBufferAttribute(n,y),c.fromBufferAttribute(n,g),a.add(u),l.add(u),c.add(u),n.setXYZ(p,a.x,a.y,a.z),n.setXYZ(y,l.x,l.y,l.z),n.setXYZ(g,c.x,c.y,c.z)}else for(let f=0,d=t.count;f<d;f+=3)s.fromBufferAttribute(t,f+0),r.fromBufferAttribute(t,f+1),o.fromBufferAttribute(t,f+2),u.subVectors(o,r),h.subVectors(s,r),u.cross(h),n.setXYZ(f+0,u.x,u.y,u.z),n.setXYZ(f+1,u.x,u.y,u.z),n.setXYZ(f+2,u.x,u.y,u.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){
let e=this.attributes.normal;for(let t=0,n=e.count;t<n;t++)Ln.fromBufferAttribute(e,t),Ln.normalize(),e.setXYZ(t,Ln.x,Ln.y,Ln.z)}toNonIndexed(){function e(a,l){let c=a.array,u=a.itemSize,h=a.normalized,f=new c.constructor(l.length*u),d=0,p=0;for(let y=0,g=l.length;y<g;y++){a.isInterleavedBufferAttribute?d=l[y]*a.data.stride+a.offset:d=l[y]*u;for(let m=0;m<u;m++)f[p++]=c[d++]}return new Qt(f,u,h)}if(this.index===null)return ft("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),
this;let t=new i,n=this.index.array,s=this.attributes;for(let a in s){let l=s[a],c=e(l,n);t.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let u=0,h=c.length;u<h;u++){let f=c[u],d=e(f,n);l.push(d)}t.morphAttributes[a]=l}t.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];t.addGroup(c.start,c.count,c.materialIndex)}return t}toJSON(){let e={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeomet\
ry.toJSON"}};if(e.uuid=this.uuid,e.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,e.name=this.name,Object.keys(this.userData).length>0&&(e.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(e[c]=l[c]);return e}e.data={attributes:{}};let t=this.index;t!==null&&(e.data.index={type:t.array.constructor.name,array:Array.prototype.slice.call(t.array)});let n=this.attributes;for(let l in n){let c=n[l];
e.data.attributes[l]=c.toJSON(e.data)}let s={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],u=[];for(let h=0,f=c.length;h<f;h++){let d=c[h];u.push(d.toJSON(e.data))}u.length>0&&(s[l]=u,r=!0)}r&&(e.data.morphAttributes=s,e.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(e.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(e.data.boundingSphere=a.toJSON()),e}clone(){return new this.constructor().copy(this)}copy(e){
this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let t={};this.name=e.name;let n=e.index;n!==null&&this.setIndex(n.clone());let s=e.attributes;for(let c in s){let u=s[c];this.setAttribute(c,u.clone(t))}let r=e.morphAttributes;for(let c in r){let u=[],h=r[c];for(let f=0,d=h.length;f<d;f++)u.push(h[f].clone(t));this.morphAttributes[c]=u}this.morphTargetsRelative=e.morphTargetsRelative;let o=e.groups;for(let c=0,u=o.length;c<u;c++){
let h=o[c];this.addGroup(h.start,h.count,h.materialIndex)}let a=e.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=e.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=e.drawRange.start,this.drawRange.count=e.drawRange.count,this.userData=e.userData,this._transformed=e._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}};var _f=new G,Lv=new G,Dv=new pt,Di=class{constructor(e=new G(1,0,0),t=0){this.isPlane=!0,this.normal=e,this.constant=t}set(e,t){return this.normal.copy(e),this.constant=t,this}setComponents(e,t,n,s){return this.normal.set(e,t,n),this.constant=s,this}setFromNormalAndCoplanarPoint(e,t){return this.normal.copy(e),this.constant=-t.dot(this.normal),this}setFromCoplanarPoints(e,t,n){let s=_f.subVectors(n,t).cross(Lv.subVectors(e,t)).normalize();return this.setFromNormalAndCoplanarPoint(s,e),this}copy(e){
return this.normal.copy(e.normal),this.constant=e.constant,this}normalize(){let e=1/this.normal.length();return this.normal.multiplyScalar(e),this.constant*=e,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(e){return this.normal.dot(e)+this.constant}distanceToSphere(e){return this.distanceToPoint(e.center)-e.radius}projectPoint(e,t){return t.copy(e).addScaledVector(this.normal,-this.distanceToPoint(e))}intersectLine(e,t,n=!0){let s=e.delta(_f),r=this.normal.dot(s);
if(r===0)return this.distanceToPoint(e.start)===0?t.copy(e.start):null;let o=-(e.start.dot(this.normal)+this.constant)/r;return n===!0&&(o<0||o>1)?null:t.copy(e.start).addScaledVector(s,o)}intersectsLine(e){let t=this.distanceToPoint(e.start),n=this.distanceToPoint(e.end);return t<0&&n>0||n<0&&t>0}intersectsBox(e){return e.intersectsPlane(this)}intersectsSphere(e){return e.intersectsPlane(this)}coplanarPoint(e){return e.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(e,t){let n=t||
Dv.getNormalMatrix(e),s=this.coplanarPoint(_f).applyMatrix4(e),r=this.normal.applyMatrix3(n).normalize();return this.constant=-s.dot(r),this}translate(e){return this.constant-=e.dot(this.normal),this}equals(e){return e.normal.equals(this.normal)&&e.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(e){return this.normal.fromArray(e.normal),this.constant=e.constant,this}},Nv=0,Ni=class extends Ki{constructor(){
super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:Nv++}),this.uuid=tr(),this.name="",this.type="Material",this.blending=ko,this.side=Qs,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=Gf,this.blendDst=Hf,this.blendEquation=Rr,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new ut(0,0,0),this.blendAlpha=0,this.depthFunc=_o,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=
f0,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=yc,this.stencilZFail=yc,this.stencilZPass=yc,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},
this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(e){this._alphaTest>0!=e>0&&this.version++,this._alphaTest=e}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(e){if(e!==void 0)for(let t in e){let n=e[t];if(n===void 0){ft(`Material: parameter '${t}' has value of undefined.`);continue}let s=this[t];if(s===void 0){ft(`Material: '${t}' is not a property of THREE.${this.type}.`);continue}s&&s.isColor?s.set(
n):s&&s.isVector2&&n&&n.isVector2||s&&s.isEuler&&n&&n.isEuler||s&&s.isVector3&&n&&n.isVector3?s.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e=="string";t&&(e={textures:{},images:{}});let n={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,n.blending=this.blending,n.side=this.side,n.shadowSide=this.shadowSide,n.vertexColors=this.vertexColors,n.opacity=this.opacity,n.transparent=this.transparent,n.blendSrc=this.blendSrc,n.blendDst=this.
blendDst,n.blendEquation=this.blendEquation,n.blendSrcAlpha=this.blendSrcAlpha,n.blendDstAlpha=this.blendDstAlpha,n.blendEquationAlpha=this.blendEquationAlpha,n.blendColor=this.blendColor.getHex(),n.blendAlpha=this.blendAlpha,n.depthFunc=this.depthFunc,n.depthTest=this.depthTest,n.depthWrite=this.depthWrite,n.colorWrite=this.colorWrite,n.clipIntersection=this.clipIntersection,n.clipShadows=this.clipShadows,n.stencilWriteMask=this.stencilWriteMask,n.stencilFunc=this.stencilFunc,n.stencilRef=this.
stencilRef,n.stencilFuncMask=this.stencilFuncMask,n.stencilFail=this.stencilFail,n.stencilZFail=this.stencilZFail,n.stencilZPass=this.stencilZPass,n.stencilWrite=this.stencilWrite,n.polygonOffset=this.polygonOffset,n.polygonOffsetFactor=this.polygonOffsetFactor,n.polygonOffsetUnits=this.polygonOffsetUnits,n.dithering=this.dithering,n.alphaTest=this.alphaTest,n.alphaHash=this.alphaHash,n.alphaToCoverage=this.alphaToCoverage,n.premultipliedAlpha=this.premultipliedAlpha,n.forceSinglePass=this.forceSinglePass,
n.allowOverride=this.allowOverride,n.visible=this.visible,n.toneMapped=this.toneMapped,n.name=this.name,this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&
(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&
(n.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(n.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(n.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(e).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(e).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(e).uuid),this.clearcoatNormalMap&&
this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(e).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(n.sheenColorMap=this.sheenColorMap.toJSON(e).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(n.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(e).uuid),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(n.retroreflectivity=this.retroreflectivity),
this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(n.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(n.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(e).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.
isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(e).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(e).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(e).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(e).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.
alphaMap=this.alphaMap.toJSON(e).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(e).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(e).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(e).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(e).uuid,n.normalMapType=this.normalMapType,n.normalScale=
this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(e).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(e).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(e).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(
e).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(e).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(e).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(e).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(e).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.
envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(e).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.
toJSON(e).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(e).uuid),this.attenuationDistance!==void 0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.
length>0&&(n.clippingPlanes=this.clippingPlanes.map(r=>r.toJSON())),this.rotation!==void 0&&(n.rotation=this.rotation),this.depthPacking!==void 0&&(n.depthPacking=this.depthPacking),this.linewidth!==void 0&&(n.linewidth=this.linewidth),this.linecap!==void 0&&(n.linecap=this.linecap),this.linejoin!==void 0&&(n.linejoin=this.linejoin),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.wireframe!==void 0&&
(n.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(n.flatShading=this.flatShading),this.fog!==void 0&&(n.fog=this.fog),Object.keys(this.userData).length>0&&(n.userData=this.userData);function s(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}
return o}if(t){let r=s(e.textures),o=s(e.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}fromJSON(e,t){if(e.uuid!==void 0&&(this.uuid=e.uuid),e.name!==void 0&&(this.name=e.name),e.color!==void 0&&this.color!==void 0&&this.color.setHex(e.color),e.roughness!==void 0&&(this.roughness=e.roughness),e.metalness!==void 0&&(this.metalness=e.metalness),e.sheen!==void 0&&(this.sheen=e.sheen),e.sheenColor!==void 0&&(this.sheenColor=new ut().setHex(e.sheenColor)),e.sheenRoughness!==void 0&&
(this.sheenRoughness=e.sheenRoughness),e.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(e.emissive),e.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(e.specular),e.specularIntensity!==void 0&&(this.specularIntensity=e.specularIntensity),e.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(e.specularColor),e.shininess!==void 0&&(this.shininess=e.shininess),e.clearcoat!==void 0&&(this.clearcoat=e.clearcoat),e.clearcoatRoughness!==void 0&&
(this.clearcoatRoughness=e.clearcoatRoughness),e.diffuseRoughness!==void 0&&(this.diffuseRoughness=e.diffuseRoughness),e.dispersion!==void 0&&(this.dispersion=e.dispersion),e.retroreflectivity!==void 0&&(this.retroreflectivity=e.retroreflectivity),e.iridescence!==void 0&&(this.iridescence=e.iridescence),e.iridescenceIOR!==void 0&&(this.iridescenceIOR=e.iridescenceIOR),e.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessMinimum),e.iridescenceThicknessMaximum!==
void 0&&(this.iridescenceThicknessMaximum=e.iridescenceThicknessMaximum),e.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=e.iridescenceThicknessRange[1]),e.transmission!==void 0&&(this.transmission=e.transmission),e.thickness!==void 0&&(this.thickness=e.thickness),e.attenuationDistance!==void 0&&(this.attenuationDistance=e.attenuationDistance),e.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.
setHex(e.attenuationColor),e.anisotropy!==void 0&&(this.anisotropy=e.anisotropy),e.anisotropyRotation!==void 0&&(this.anisotropyRotation=e.anisotropyRotation),e.fog!==void 0&&(this.fog=e.fog),e.flatShading!==void 0&&(this.flatShading=e.flatShading),e.blending!==void 0&&(this.blending=e.blending),e.combine!==void 0&&(this.combine=e.combine),e.side!==void 0&&(this.side=e.side),e.shadowSide!==void 0&&(this.shadowSide=e.shadowSide),e.opacity!==void 0&&(this.opacity=e.opacity),e.transparent!==void 0&&
(this.transparent=e.transparent),e.alphaTest!==void 0&&(this.alphaTest=e.alphaTest),e.alphaHash!==void 0&&(this.alphaHash=e.alphaHash),e.depthFunc!==void 0&&(this.depthFunc=e.depthFunc),e.depthTest!==void 0&&(this.depthTest=e.depthTest),e.depthWrite!==void 0&&(this.depthWrite=e.depthWrite),e.colorWrite!==void 0&&(this.colorWrite=e.colorWrite),e.clippingPlanes!==void 0&&(this.clippingPlanes=e.clippingPlanes.map(n=>new Di().fromJSON(n))),e.clipIntersection!==void 0&&(this.clipIntersection=e.clipIntersection),
e.clipShadows!==void 0&&(this.clipShadows=e.clipShadows),e.depthPacking!==void 0&&(this.depthPacking=e.depthPacking),e.blendSrc!==void 0&&(this.blendSrc=e.blendSrc),e.blendDst!==void 0&&(this.blendDst=e.blendDst),e.blendEquation!==void 0&&(this.blendEquation=e.blendEquation),e.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=e.blendSrcAlpha),e.blendDstAlpha!==void 0&&(this.blendDstAlpha=e.blendDstAlpha),e.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=e.blendEquationAlpha),e.blendColor!==void 0&&
this.blendColor!==void 0&&this.blendColor.setHex(e.blendColor),e.blendAlpha!==void 0&&(this.blendAlpha=e.blendAlpha),e.stencilWriteMask!==void 0&&(this.stencilWriteMask=e.stencilWriteMask),e.stencilFunc!==void 0&&(this.stencilFunc=e.stencilFunc),e.stencilRef!==void 0&&(this.stencilRef=e.stencilRef),e.stencilFuncMask!==void 0&&(this.stencilFuncMask=e.stencilFuncMask),e.stencilFail!==void 0&&(this.stencilFail=e.stencilFail),e.stencilZFail!==void 0&&(this.stencilZFail=e.stencilZFail),e.stencilZPass!==
void 0&&(this.stencilZPass=e.stencilZPass),e.stencilWrite!==void 0&&(this.stencilWrite=e.stencilWrite),e.wireframe!==void 0&&(this.wireframe=e.wireframe),e.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=e.wireframeLinewidth),e.wireframeLinecap!==void 0&&(this.wireframeLinecap=e.wireframeLinecap),e.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=e.wireframeLinejoin),e.rotation!==void 0&&(this.rotation=e.rotation),e.linewidth!==void 0&&(this.linewidth=e.linewidth),e.linecap!==void 0&&(this.
linecap=e.linecap),e.linejoin!==void 0&&(this.linejoin=e.linejoin),e.dashSize!==void 0&&(this.dashSize=e.dashSize),e.gapSize!==void 0&&(this.gapSize=e.gapSize),e.scale!==void 0&&(this.scale=e.scale),e.polygonOffset!==void 0&&(this.polygonOffset=e.polygonOffset),e.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=e.polygonOffsetFactor),e.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=e.polygonOffsetUnits),e.dithering!==void 0&&(this.dithering=e.dithering),e.alphaToCoverage!==void 0&&
(this.alphaToCoverage=e.alphaToCoverage),e.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=e.premultipliedAlpha),e.forceSinglePass!==void 0&&(this.forceSinglePass=e.forceSinglePass),e.allowOverride!==void 0&&(this.allowOverride=e.allowOverride),e.visible!==void 0&&(this.visible=e.visible),e.toneMapped!==void 0&&(this.toneMapped=e.toneMapped),e.userData!==void 0&&(this.userData=e.userData),e.vertexColors!==void 0&&(typeof e.vertexColors=="number"?this.vertexColors=e.vertexColors>0:this.vertexColors=
e.vertexColors),e.size!==void 0&&(this.size=e.size),e.sizeAttenuation!==void 0&&(this.sizeAttenuation=e.sizeAttenuation),e.map!==void 0&&(this.map=t[e.map]||null),e.matcap!==void 0&&(this.matcap=t[e.matcap]||null),e.alphaMap!==void 0&&(this.alphaMap=t[e.alphaMap]||null),e.bumpMap!==void 0&&(this.bumpMap=t[e.bumpMap]||null),e.bumpScale!==void 0&&(this.bumpScale=e.bumpScale),e.normalMap!==void 0&&(this.normalMap=t[e.normalMap]||null),e.normalMapType!==void 0&&(this.normalMapType=e.normalMapType),e.
normalScale!==void 0){let n=e.normalScale;Array.isArray(n)===!1&&(n=[n,n]),this.normalScale=new Fe().fromArray(n)}return e.displacementMap!==void 0&&(this.displacementMap=t[e.displacementMap]||null),e.displacementScale!==void 0&&(this.displacementScale=e.displacementScale),e.displacementBias!==void 0&&(this.displacementBias=e.displacementBias),e.roughnessMap!==void 0&&(this.roughnessMap=t[e.roughnessMap]||null),e.metalnessMap!==void 0&&(this.metalnessMap=t[e.metalnessMap]||null),e.emissiveMap!==
void 0&&(this.emissiveMap=t[e.emissiveMap]||null),e.emissiveIntensity!==void 0&&(this.emissiveIntensity=e.emissiveIntensity),e.specularMap!==void 0&&(this.specularMap=t[e.specularMap]||null),e.specularIntensityMap!==void 0&&(this.specularIntensityMap=t[e.specularIntensityMap]||null),e.specularColorMap!==void 0&&(this.specularColorMap=t[e.specularColorMap]||null),e.envMap!==void 0&&(this.envMap=t[e.envMap]||null),e.envMapRotation!==void 0&&this.envMapRotation.fromArray(e.envMapRotation),e.envMapIntensity!==
void 0&&(this.envMapIntensity=e.envMapIntensity),e.reflectivity!==void 0&&(this.reflectivity=e.reflectivity),e.refractionRatio!==void 0&&(this.refractionRatio=e.refractionRatio),e.lightMap!==void 0&&(this.lightMap=t[e.lightMap]||null),e.lightMapIntensity!==void 0&&(this.lightMapIntensity=e.lightMapIntensity),e.aoMap!==void 0&&(this.aoMap=t[e.aoMap]||null),e.aoMapIntensity!==void 0&&(this.aoMapIntensity=e.aoMapIntensity),e.gradientMap!==void 0&&(this.gradientMap=t[e.gradientMap]||null),e.clearcoatMap!==
void 0&&(this.clearcoatMap=t[e.clearcoatMap]||null),e.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=t[e.clearcoatRoughnessMap]||null),e.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=t[e.clearcoatNormalMap]||null),e.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new Fe().fromArray(e.clearcoatNormalScale)),e.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=t[e.diffuseRoughnessMap]||null),e.iridescenceMap!==void 0&&(this.iridescenceMap=t[e.iridescenceMap]||null),
e.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=t[e.iridescenceThicknessMap]||null),e.transmissionMap!==void 0&&(this.transmissionMap=t[e.transmissionMap]||null),e.thicknessMap!==void 0&&(this.thicknessMap=t[e.thicknessMap]||null),e.anisotropyMap!==void 0&&(this.anisotropyMap=t[e.anisotropyMap]||null),e.sheenColorMap!==void 0&&(this.sheenColorMap=t[e.sheenColorMap]||null),e.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=t[e.sheenRoughnessMap]||null),this}clone(){return new this.
constructor().copy(this)}copy(e){this.name=e.name,this.blending=e.blending,this.side=e.side,this.vertexColors=e.vertexColors,this.opacity=e.opacity,this.transparent=e.transparent,this.blendSrc=e.blendSrc,this.blendDst=e.blendDst,this.blendEquation=e.blendEquation,this.blendSrcAlpha=e.blendSrcAlpha,this.blendDstAlpha=e.blendDstAlpha,this.blendEquationAlpha=e.blendEquationAlpha,this.blendColor.copy(e.blendColor),this.blendAlpha=e.blendAlpha,this.depthFunc=e.depthFunc,this.depthTest=e.depthTest,this.
depthWrite=e.depthWrite,this.stencilWriteMask=e.stencilWriteMask,this.stencilFunc=e.stencilFunc,this.stencilRef=e.stencilRef,this.stencilFuncMask=e.stencilFuncMask,this.stencilFail=e.stencilFail,this.stencilZFail=e.stencilZFail,this.stencilZPass=e.stencilZPass,this.stencilWrite=e.stencilWrite;let t=e.clippingPlanes,n=null;if(t!==null){let s=t.length;n=new Array(s);for(let r=0;r!==s;++r)n[r]=t[r].clone()}return this.clippingPlanes=n,this.clipIntersection=e.clipIntersection,this.clipShadows=e.clipShadows,
this.shadowSide=e.shadowSide,this.colorWrite=e.colorWrite,this.precision=e.precision,this.polygonOffset=e.polygonOffset,this.polygonOffsetFactor=e.polygonOffsetFactor,this.polygonOffsetUnits=e.polygonOffsetUnits,this.dithering=e.dithering,this.alphaTest=e.alphaTest,this.alphaHash=e.alphaHash,this.alphaToCoverage=e.alphaToCoverage,this.premultipliedAlpha=e.premultipliedAlpha,this.forceSinglePass=e.forceSinglePass,this.allowOverride=e.allowOverride,this.visible=e.visible,this.toneMapped=e.toneMapped,
this.userData=JSON.parse(JSON.stringify(e.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(e){e===!0&&this.version++}};var _s=new G,yf=new G,Ql=new G,ec=new G,Ro=class{constructor(e=new G,t=new G(0,0,-1)){this.origin=e,this.direction=t}set(e,t){return this.origin.copy(e),this.direction.copy(t),this}copy(e){return this.origin.copy(e.origin),this.direction.copy(e.direction),this}at(e,t){return t.copy(this.origin).addScaledVector(this.direction,e)}lookAt(e){return this.direction.copy(e).sub(this.origin).normalize(),this}recast(e){return this.origin.copy(this.at(e,_s)),this}closestPointToPoint(e,t){t.subVectors(e,this.
origin);let n=t.dot(this.direction);return n<0?t.copy(this.origin):t.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(e){return Math.sqrt(this.distanceSqToPoint(e))}distanceSqToPoint(e){let t=_s.subVectors(e,this.origin).dot(this.direction);return t<0?this.origin.distanceToSquared(e):(_s.copy(this.origin).addScaledVector(this.direction,t),_s.distanceToSquared(e))}distanceSqToSegment(e,t,n,s){yf.copy(e).add(t).multiplyScalar(.5),Ql.copy(t).sub(e).normalize(),ec.copy(this.origin).
sub(yf);let r=e.distanceTo(t)*.5,o=-this.direction.dot(Ql),a=ec.dot(this.direction),l=-ec.dot(Ql),c=ec.lengthSq(),u=Math.abs(1-o*o),h,f,d,p;if(u>0)if(h=o*l-a,f=o*a-l,p=r*u,h>=0)if(f>=-p)if(f<=p){let y=1/u;h*=y,f*=y,d=h*(h+o*f+2*a)+f*(o*h+f+2*l)+c}else f=r,h=Math.max(0,-(o*f+a)),d=-h*h+f*(f+2*l)+c;else f=-r,h=Math.max(0,-(o*f+a)),d=-h*h+f*(f+2*l)+c;else f<=-p?(h=Math.max(0,-(-o*r+a)),f=h>0?-r:Math.min(Math.max(-r,-l),r),d=-h*h+f*(f+2*l)+c):f<=p?(h=0,f=Math.min(Math.max(-r,-l),r),d=f*(f+2*l)+c):(h=
Math.max(0,-(o*r+a)),f=h>0?r:Math.min(Math.max(-r,-l),r),d=-h*h+f*(f+2*l)+c);else f=o>0?-r:r,h=Math.max(0,-(o*f+a)),d=-h*h+f*(f+2*l)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,h),s&&s.copy(yf).addScaledVector(Ql,f),d}intersectSphere(e,t){if(e.radius<0)return null;_s.subVectors(e.center,this.origin);let n=_s.dot(this.direction),s=_s.dot(_s)-n*n,r=e.radius*e.radius;if(s>r)return null;let o=Math.sqrt(r-s),a=n-o,l=n+o;return l<0?null:a<0?this.at(l,t):this.at(a,t)}intersectsSphere(e){
return e.radius<0?!1:this.distanceSqToPoint(e.center)<=e.radius*e.radius}distanceToPlane(e){let t=e.normal.dot(this.direction);if(t===0)return e.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(e.normal)+e.constant)/t;return n>=0?n:null}intersectPlane(e,t){let n=this.distanceToPlane(e);return n===null?null:this.at(n,t)}intersectsPlane(e){let t=e.distanceToPoint(this.origin);return t===0||e.normal.dot(this.direction)*t<0}intersectBox(e,t){let n,s,r,o,a,l,c=1/this.direction.x,u=1/this.
direction.y,h=1/this.direction.z,f=this.origin;return c>=0?(n=(e.min.x-f.x)*c,s=(e.max.x-f.x)*c):(n=(e.max.x-f.x)*c,s=(e.min.x-f.x)*c),u>=0?(r=(e.min.y-f.y)*u,o=(e.max.y-f.y)*u):(r=(e.max.y-f.y)*u,o=(e.min.y-f.y)*u),n>o||r>s||((r>n||isNaN(n))&&(n=r),(o<s||isNaN(s))&&(s=o),h>=0?(a=(e.min.z-f.z)*h,l=(e.max.z-f.z)*h):(a=(e.max.z-f.z)*h,l=(e.min.z-f.z)*h),n>l||a>s)||((a>n||n!==n)&&(n=a),(l<s||s!==s)&&(s=l),s<0)?null:this.at(n>=0?n:s,t)}intersectsBox(e){return this.intersectBox(e,_s)!==null}intersectTriangle(e,t,n,s,r){
let o=this.origin,a=this.direction,l=a.x,c=a.y,u=a.z,h=e.x-o.x,f=e.y-o.y,d=e.z-o.z,p=t.x-o.x,y=t.y-o.y,g=t.z-o.z,m=n.x-o.x,v=n.y-o.y,b=n.z-o.z,x=Math.abs(l),T=Math.abs(c),A=Math.abs(u),_,w,D,P,I,F,k,L,B,W,V,he;if(x>=T&&x>=A?(D=l,F=h,B=p,he=m,l>=0?(_=c,w=u,P=f,I=d,k=y,L=g,W=v,V=b):(_=u,w=c,P=d,I=f,k=g,L=y,W=b,V=v)):T>=A?(D=c,F=f,B=y,he=v,c>=0?(_=u,w=l,P=d,I=h,k=g,L=p,W=b,V=m):(_=l,w=u,P=h,I=d,k=p,L=g,W=m,V=b)):(D=u,F=d,B=g,he=b,u>=0?(_=l,w=c,P=h,I=f,k=p,L=y,W=m,V=v):(_=c,w=l,P=f,I=h,k=y,L=p,W=v,V=
m)),D===0)return null;let Z=_/D,j=w/D,ne=1/D,Me=P-Z*F,me=I-j*F,ie=k-Z*B,we=L-j*B,Y=W-Z*he,re=V-j*he,ye=Y*we-re*ie,Ae=Me*re-me*Y,et=ie*me-we*Me;if(s){if(ye<0||Ae<0||et<0)return null}else if((ye<0||Ae<0||et<0)&&(ye>0||Ae>0||et>0))return null;let qe=ye+Ae+et;if(qe===0)return null;let ot=ne*(ye*F+Ae*B+et*he);return(qe>0?ot<0:ot>0)?null:this.at(ot/qe,r)}applyMatrix4(e){return this.origin.applyMatrix4(e),this.direction.transformDirection(e),this}equals(e){return e.origin.equals(this.origin)&&e.direction.
equals(this.direction)}clone(){return new this.constructor().copy(this)}},Cc=class extends Ni{constructor(e){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new ut(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new ji,this.combine=jc,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap=
"round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,
this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.fog=e.fog,this}},mg=new vt,mr=new Ro,tc=new yr,gg=new G,nc=new G,ic=new G,sc=new G,vf=new G,rc=new G,xg=new G,oc=new G,vn=class extends Dn{constructor(e=new sn,t=new Cc){super(),this.isMesh=!0,this.type="Mesh",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(e,t){return super.
copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let s=t[n[0]];if(s!==void 0){this.morphTargetInfluences=
[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(e,t){let n=this.geometry,s=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;t.fromBufferAttribute(s,e);let a=this.morphTargetInfluences;if(r&&a){rc.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let u=a[l],h=r[l];u!==0&&(vf.fromBufferAttribute(h,e),o?rc.addScaledVector(vf,u):rc.addScaledVector(vf.
sub(t),u))}t.add(rc)}return t}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,s=this.material,r=this.matrixWorld;s!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),tc.copy(n.boundingSphere),tc.applyMatrix4(r),mr.copy(e.ray).recast(e.near),!(tc.containsPoint(mr.origin)===!1&&(mr.intersectSphere(tc,gg)===null||mr.origin.distanceToSquared(gg)>(e.far-e.near)**2))&&(mg.copy(r).invert(),mr.copy(e.ray).applyMatrix4(mg),!(n.boundingBox!==null&&mr.intersectsBox(
n.boundingBox)===!1)&&this._computeIntersections(e,t,mr)))}_computeIntersections(e,t,n){let s,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,u=r.attributes.uv1,h=r.attributes.normal,f=r.groups,d=r.drawRange;if(a!==null)if(Array.isArray(o))for(let p=0,y=f.length;p<y;p++){let g=f[p],m=o[g.materialIndex],v=Math.max(g.start,d.start),b=Math.min(a.count,Math.min(g.start+g.count,d.start+d.count));for(let x=v,T=b;x<T;x+=3){let A=a.getX(x),_=a.getX(x+1),w=a.getX(x+2);
s=ac(this,m,e,n,c,u,h,A,_,w),s&&(s.faceIndex=Math.floor(x/3),s.face.materialIndex=g.materialIndex,t.push(s))}}else{let p=Math.max(0,d.start),y=Math.min(a.count,d.start+d.count);for(let g=p,m=y;g<m;g+=3){let v=a.getX(g),b=a.getX(g+1),x=a.getX(g+2);s=ac(this,o,e,n,c,u,h,v,b,x),s&&(s.faceIndex=Math.floor(g/3),t.push(s))}}else if(l!==void 0)if(Array.isArray(o))for(let p=0,y=f.length;p<y;p++){let g=f[p],m=o[g.materialIndex],v=Math.max(g.start,d.start),b=Math.min(l.count,Math.min(g.start+g.count,d.start+
d.count));for(let x=v,T=b;x<T;x+=3){let A=x,_=x+1,w=x+2;s=ac(this,m,e,n,c,u,h,A,_,w),s&&(s.faceIndex=Math.floor(x/3),s.face.materialIndex=g.materialIndex,t.push(s))}}else{let p=Math.max(0,d.start),y=Math.min(l.count,d.start+d.count);for(let g=p,m=y;g<m;g+=3){let v=g,b=g+1,x=g+2;s=ac(this,o,e,n,c,u,h,v,b,x),s&&(s.faceIndex=Math.floor(g/3),t.push(s))}}}};function Uv(i,e,t,n,s,r,o,a){let l;if(e.side===Qn?l=n.intersectTriangle(o,r,s,!0,a):l=n.intersectTriangle(s,r,o,e.side===Qs,a),l===null)return null;
oc.copy(a),oc.applyMatrix4(i.matrixWorld);let c=t.ray.origin.distanceTo(oc);return c<t.near||c>t.far?null:{distance:c,point:oc.clone(),object:i}}function ac(i,e,t,n,s,r,o,a,l,c){i.getVertexPosition(a,nc),i.getVertexPosition(l,ic),i.getVertexPosition(c,sc);let u=Uv(i,e,t,n,nc,ic,sc,xg);if(u){let h=new G;ys.getBarycoord(xg,nc,ic,sc,h),s&&(u.uv=ys.getInterpolatedAttribute(s,a,l,c,h,new Fe)),r&&(u.uv1=ys.getInterpolatedAttribute(r,a,l,c,h,new Fe)),o&&(u.normal=ys.getInterpolatedAttribute(o,a,l,c,h,new G),
u.normal.dot(n.direction)>0&&u.normal.multiplyScalar(-1));let f={a,b:l,c,normal:new G,materialIndex:0};ys.getNormal(nc,ic,sc,f.normal),u.face=f,u.barycoord=h}return u}var Pc=class extends Kn{constructor(e=null,t=1,n=1,s,r,o,a,l,c=yn,u=yn,h,f){super(null,o,a,l,c,u,s,r,h,f),this.isDataTexture=!0,this.image={data:e,width:t,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var gr=new yr,Fv=new Fe(.5,.5),lc=new G,Qi=class{constructor(e=new Di,t=new Di,n=new Di,s=new Di,r=new Di,o=new Di){this.planes=[e,t,n,s,r,o]}set(e,t,n,s,r,o){let a=this.planes;return a[0].copy(e),a[1].copy(t),a[2].copy(n),a[3].copy(s),a[4].copy(r),a[5].copy(o),this}copy(e){let t=this.planes;for(let n=0;n<6;n++)t[n].copy(e.planes[n]);return this}setFromProjectionMatrix(e,t=Si,n=!1){let s=this.planes,r=e.elements,o=r[0],a=r[1],l=r[2],c=r[3],u=r[4],h=r[5],f=r[6],d=r[7],p=r[8],y=r[9],g=r[10],m=r[11],
v=r[12],b=r[13],x=r[14],T=r[15];if(s[0].setComponents(c-o,d-u,m-p,T-v).normalize(),s[1].setComponents(c+o,d+u,m+p,T+v).normalize(),s[2].setComponents(c+a,d+h,m+y,T+b).normalize(),s[3].setComponents(c-a,d-h,m-y,T-b).normalize(),n)s[4].setComponents(l,f,g,x).normalize(),s[5].setComponents(c-l,d-f,m-g,T-x).normalize();else if(s[4].setComponents(c-l,d-f,m-g,T-x).normalize(),t===Si)s[5].setComponents(c+l,d+f,m+g,T+x).normalize();else if(t===Mo)s[5].setComponents(l,f,g,x).normalize();else throw new Error(
"THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+t);return this}intersectsObject(e){if(e.boundingSphere!==void 0)e.boundingSphere===null&&e.computeBoundingSphere(),gr.copy(e.boundingSphere).applyMatrix4(e.matrixWorld);else{let t=e.geometry;t.boundingSphere===null&&t.computeBoundingSphere(),gr.copy(t.boundingSphere).applyMatrix4(e.matrixWorld)}return this.intersectsSphere(gr)}intersectsSprite(e){gr.center.set(0,0,0);let t=Fv.distanceTo(e.center);return gr.radius=.7071067811865476+
t,gr.applyMatrix4(e.matrixWorld),this.intersectsSphere(gr)}intersectsSphere(e){let t=this.planes,n=e.center,s=-e.radius;for(let r=0;r<6;r++)if(t[r].distanceToPoint(n)<s)return!1;return!0}intersectsBox(e){let t=this.planes;for(let n=0;n<6;n++){let s=t[n];if(lc.x=s.normal.x>0?e.max.x:e.min.x,lc.y=s.normal.y>0?e.max.y:e.min.y,lc.z=s.normal.z>0?e.max.z:e.min.z,s.distanceToPoint(lc)<0)return!1}return!0}containsPoint(e){let t=this.planes;for(let n=0;n<6;n++)if(t[n].distanceToPoint(e)<0)return!1;return!0}clone(){
return new this.constructor().copy(this)}},_g=new vt,Ic=class i{constructor(){this.coordinateSystem=Si,this._frustums=[],this._count=0}setFromArrayCamera(e){let t=e.cameras,n=this._frustums;for(let s=0;s<t.length;s++){let r=t[s];_g.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),n[s]===void 0&&(n[s]=new Qi),n[s].setFromProjectionMatrix(_g,r.coordinateSystem,r.reversedDepth)}return this._count=t.length,this}getFrustum(e){return this._frustums[e]}intersectsObject(e){let t=this._frustums;
for(let n=0;n<this._count;n++)if(t[n].intersectsObject(e))return!0;return!1}intersectsSprite(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsSprite(e))return!0;return!1}intersectsSphere(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsSphere(e))return!0;return!1}intersectsBox(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsBox(e))return!0;return!1}containsPoint(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].containsPoint(
e))return!0;return!1}copy(e){this.coordinateSystem=e.coordinateSystem;let t=this._frustums,n=e._frustums;for(let s=0;s<e._count;s++)t[s]===void 0&&(t[s]=new Qi),t[s].copy(n[s]);return this._count=e._count,this}clone(){return new i().copy(this)}};var Ss=class extends Ni{constructor(e){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new ut(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.linewidth=e.linewidth,this.linecap=e.linecap,this.linejoin=e.linejoin,this.fog=e.fog,this}},Lc=new G,Dc=new G,yg=new vt,va=new Ro,cc=new yr,bf=new G,vg=new G,Co=class extends Dn{constructor(e=new sn,t=new Ss){
super(),this.isLine=!0,this.type="Line",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?
e.material.slice():e.material,this.geometry=e.geometry,this}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,n=[0];for(let s=1,r=t.count;s<r;s++)Lc.fromBufferAttribute(t,s-1),Dc.fromBufferAttribute(t,s),n[s]=n[s-1],n[s]+=Lc.distanceTo(Dc);e.setAttribute("lineDistance",new Dt(n,1))}else ft("Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){
let n=this.geometry,s=this.matrixWorld,r=e.params.Line.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),cc.copy(n.boundingSphere),cc.applyMatrix4(s),cc.radius+=r,e.ray.intersectsSphere(cc)===!1)return;yg.copy(s).invert(),va.copy(e.ray).applyMatrix4(yg);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=this.isLineSegments?2:1,u=n.index,f=n.attributes.position;if(u!==null){let d=Math.max(0,o.start),p=Math.min(u.count,o.start+o.count);for(let y=d,g=p-1;y<g;y+=
c){let m=u.getX(y),v=u.getX(y+1),b=uc(this,e,va,l,m,v,y);b&&t.push(b)}if(this.isLineLoop){let y=u.getX(p-1),g=u.getX(d),m=uc(this,e,va,l,y,g,p-1);m&&t.push(m)}}else{let d=Math.max(0,o.start),p=Math.min(f.count,o.start+o.count);for(let y=d,g=p-1;y<g;y+=c){let m=uc(this,e,va,l,y,y+1,y);m&&t.push(m)}if(this.isLineLoop){let y=uc(this,e,va,l,p-1,d,p-1);y&&t.push(y)}}}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let s=t[n[0]];if(s!==void 0){this.morphTargetInfluences=
[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function uc(i,e,t,n,s,r,o){let a=i.geometry.attributes.position;if(Lc.fromBufferAttribute(a,s),Dc.fromBufferAttribute(a,r),t.distanceSqToSegment(Lc,Dc,bf,vg)>n)return;bf.applyMatrix4(i.matrixWorld);let c=e.ray.origin.distanceTo(bf);if(!(c<e.near||c>e.far))return{distance:c,point:vg.clone().applyMatrix4(i.matrixWorld),index:o,face:null,
faceIndex:null,barycoord:null,object:i}}var bg=new G,Mg=new G,Po=class extends Co{constructor(e,t){super(e,t),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,n=[];for(let s=0,r=t.count;s<r;s+=2)bg.fromBufferAttribute(t,s),Mg.fromBufferAttribute(t,s+1),n[s]=s===0?0:n[s-1],n[s+1]=n[s]+bg.distanceTo(Mg);e.setAttribute("lineDistance",new Dt(n,1))}else ft("LineSegments.computeLineDistances(): Computation only po\
ssible with non-indexed BufferGeometry.");return this}};var $s=class extends Kn{constructor(e=[],t,n,s,r,o,a,l,c,u,h,f){super(null,o,a,l,c,u,s,r,h,f),this.isCompressedTexture=!0,this.image={width:t,height:n},this.mipmaps=e,this.flipY=!1,this.generateMipmaps=!1}};var Da=class extends Kn{constructor(e=[],t=Cr,n,s,r,o,a,l,c,u){super(e,t,n,s,r,o,a,l,c,u),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(e){this.image=e}};var ws=class extends Kn{constructor(e,t,n=Fi,s,r,o,a=yn,l=yn,c,u=bs,h=1){if(u!==bs&&u!==Es)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let f={width:e,height:t,depth:h};super(f,s,r,o,a,l,u,n,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(e){return super.copy(e),this.source=new Ms(Object.assign({},e.image)),this.compareFunction=e.compareFunction,this}toJSON(e){let t=super.toJSON(e);return t.
compareFunction=this.compareFunction,t}},Na=class extends ws{constructor(e,t=Fi,n=Cr,s,r,o=yn,a=yn,l,c=bs){let u={width:e,height:e,depth:1},h=[u,u,u,u,u,u];super(e,e,t,n,s,r,o,a,l,c),this.image=h,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(e){this.image=e}},Ua=class extends Kn{constructor(e=null){super(),this.sourceTexture=e,this.isExternalTexture=!0}copy(e){return super.copy(e),this.sourceTexture=e.sourceTexture,this}},Zs=class i extends sn{constructor(e=1,t=1,n=1,s=1,r=1,o=1){
super(),this.type="BoxGeometry",this.parameters={width:e,height:t,depth:n,widthSegments:s,heightSegments:r,depthSegments:o};let a=this;s=Math.floor(s),r=Math.floor(r),o=Math.floor(o);let l=[],c=[],u=[],h=[],f=0,d=0;p("z","y","x",-1,-1,n,t,e,o,r,0),p("z","y","x",1,-1,n,t,-e,o,r,1),p("x","z","y",1,1,e,n,t,s,o,2),p("x","z","y",1,-1,e,n,-t,s,o,3),p("x","y","z",1,-1,e,t,n,s,r,4),p("x","y","z",-1,-1,e,t,-n,s,r,5),this.setIndex(l),this.setAttribute("position",new Dt(c,3)),this.setAttribute("normal",new Dt(
u,3)),this.setAttribute("uv",new Dt(h,2));function p(y,g,m,v,b,x,T,A,_,w,D){let P=x/_,I=T/w,F=x/2,k=T/2,L=A/2,B=_+1,W=w+1,V=0,he=0,Z=new G;for(let j=0;j<W;j++){let ne=j*I-k;for(let Me=0;Me<B;Me++){let me=Me*P-F;Z[y]=me*v,Z[g]=ne*b,Z[m]=L,c.push(Z.x,Z.y,Z.z),Z[y]=0,Z[g]=0,Z[m]=A>0?1:-1,u.push(Z.x,Z.y,Z.z),h.push(Me/_),h.push(1-j/w),V+=1}}for(let j=0;j<w;j++)for(let ne=0;ne<_;ne++){let Me=f+ne+B*j,me=f+ne+B*(j+1),ie=f+(ne+1)+B*(j+1),we=f+(ne+1)+B*j;l.push(Me,me,we),l.push(me,ie,we),he+=6}a.addGroup(
d,he,D),d+=he,f+=V}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.width,e.height,e.depth,e.widthSegments,e.heightSegments,e.depthSegments)}},Fa=class i extends sn{constructor(e=1,t=1,n=4,s=8,r=1){super(),this.type="CapsuleGeometry",this.parameters={radius:e,height:t,capSegments:n,radialSegments:s,heightSegments:r},t=Math.max(0,t),n=Math.max(1,Math.floor(n)),s=Math.max(3,Math.floor(s)),r=Math.max(1,Math.floor(r));let o=[],a=[],l=[],
c=[],u=t/2,h=Math.PI/2*e,f=t,d=2*h+f,p=n*2+r,y=s+1,g=new G,m=new G;for(let v=0;v<=p;v++){let b=0,x=0,T=0,A=0;if(v<=n){let D=v/n,P=D*Math.PI/2;x=-u-e*Math.cos(P),T=e*Math.sin(P),A=-e*Math.cos(P),b=D*h}else if(v<=n+r){let D=(v-n)/r;x=-u+D*t,T=e,A=0,b=h+D*f}else{let D=(v-n-r)/n,P=D*Math.PI/2;x=u+e*Math.sin(P),T=e*Math.cos(P),A=e*Math.sin(P),b=h+f+D*h}let _=Math.max(0,Math.min(1,b/d)),w=0;v===0?w=.5/s:v===p&&(w=-.5/s);for(let D=0;D<=s;D++){let P=D/s,I=P*Math.PI*2,F=Math.sin(I),k=Math.cos(I);m.x=-T*k,
m.y=x,m.z=T*F,a.push(m.x,m.y,m.z),g.set(-T*k,A,T*F),g.normalize(),l.push(g.x,g.y,g.z),c.push(P+w,_)}if(v>0){let D=(v-1)*y;for(let P=0;P<s;P++){let I=D+P,F=D+P+1,k=v*y+P,L=v*y+P+1;o.push(I,F,k),o.push(F,L,k)}}}this.setIndex(o),this.setAttribute("position",new Dt(a,3)),this.setAttribute("normal",new Dt(l,3)),this.setAttribute("uv",new Dt(c,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.radius,e.height,e.capSegments,e.radialSegments,
e.heightSegments)}};var es=class i extends sn{constructor(e=1,t=1,n=1,s=32,r=1,o=!1,a=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:e,radiusBottom:t,height:n,radialSegments:s,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:l};let c=this;s=Math.floor(s),r=Math.floor(r);let u=[],h=[],f=[],d=[],p=0,y=[],g=n/2,m=0;v(),o===!1&&(e>0&&b(!0),t>0&&b(!1)),this.setIndex(u),this.setAttribute("position",new Dt(h,3)),this.setAttribute("normal",new Dt(f,3)),this.setAttribute("uv",new Dt(d,2));
function v(){let x=new G,T=new G,A=0,_=(t-e)/n;for(let w=0;w<=r;w++){let D=[],P=w/r,I=P*(t-e)+e;for(let F=0;F<=s;F++){let k=F/s,L=k*l+a,B=Math.sin(L),W=Math.cos(L);T.x=I*B,T.y=-P*n+g,T.z=I*W,h.push(T.x,T.y,T.z),x.set(B,_,W).normalize(),f.push(x.x,x.y,x.z),d.push(k,1-P),D.push(p++)}y.push(D)}for(let w=0;w<s;w++)for(let D=0;D<r;D++){let P=y[D][w],I=y[D+1][w],F=y[D+1][w+1],k=y[D][w+1];(e>0||D!==0)&&(u.push(P,I,k),A+=3),(t>0||D!==r-1)&&(u.push(I,F,k),A+=3)}c.addGroup(m,A,0),m+=A}function b(x){let T=p,
A=new Fe,_=new G,w=0,D=x===!0?e:t,P=x===!0?1:-1;for(let F=1;F<=s;F++)h.push(0,g*P,0),f.push(0,P,0),d.push(.5,.5),p++;let I=p;for(let F=0;F<=s;F++){let L=F/s*l+a,B=Math.cos(L),W=Math.sin(L);_.x=D*W,_.y=g*P,_.z=D*B,h.push(_.x,_.y,_.z),f.push(0,P,0),A.x=B*.5+.5,A.y=W*.5*P+.5,d.push(A.x,A.y),p++}for(let F=0;F<s;F++){let k=T+F,L=I+F;x===!0?u.push(L,L+1,k):u.push(L+1,L,k),w+=3}c.addGroup(m,w,x===!0?1:2),m+=w}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){
return new i(e.radiusTop,e.radiusBottom,e.height,e.radialSegments,e.heightSegments,e.openEnded,e.thetaStart,e.thetaLength)}},Oa=class i extends es{constructor(e=1,t=1,n=32,s=1,r=!1,o=0,a=Math.PI*2){super(0,e,t,n,s,r,o,a),this.type="ConeGeometry",this.parameters={radius:e,height:t,radialSegments:n,heightSegments:s,openEnded:r,thetaStart:o,thetaLength:a}}static fromJSON(e){return new i(e.radius,e.height,e.radialSegments,e.heightSegments,e.openEnded,e.thetaStart,e.thetaLength)}};var hc=new G,fc=new G,Mf=new G,dc=new ys,Ba=class extends sn{constructor(e=null,t=1){if(super(),this.type="EdgesGeometry",this.parameters={geometry:e,thresholdAngle:t},e!==null){let s=Math.pow(10,4),r=Math.cos(go*t),o=e.getIndex(),a=e.getAttribute("position"),l=o?o.count:a.count,c=[0,0,0],u=["a","b","c"],h=new Array(3),f=new Map,d=[];for(let p=0;p<l;p+=3){o?(c[0]=o.getX(p),c[1]=o.getX(p+1),c[2]=o.getX(p+2)):(c[0]=p,c[1]=p+1,c[2]=p+2);let{a:y,b:g,c:m}=dc;if(y.fromBufferAttribute(a,c[0]),g.fromBufferAttribute(
a,c[1]),m.fromBufferAttribute(a,c[2]),dc.getNormal(Mf),h[0]=`${Math.round(y.x*s)},${Math.round(y.y*s)},${Math.round(y.z*s)}`,h[1]=`${Math.round(g.x*s)},${Math.round(g.y*s)},${Math.round(g.z*s)}`,h[2]=`${Math.round(m.x*s)},${Math.round(m.y*s)},${Math.round(m.z*s)}`,!(h[0]===h[1]||h[1]===h[2]||h[2]===h[0]))for(let v=0;v<3;v++){let b=(v+1)%3,x=h[v],T=h[b],A=dc[u[v]],_=dc[u[b]],w=`${x}_${T}`,D=`${T}_${x}`,P=f.get(D);P?(Mf.dot(P.normal)<=r&&(d.push(A.x,A.y,A.z),d.push(_.x,_.y,_.z)),f.set(D,null)):f.has(
w)||f.set(w,{index0:c[v],index1:c[b],normal:Mf.clone()})}}for(let p of f.values())if(p){let{index0:y,index1:g}=p;hc.fromBufferAttribute(a,y),fc.fromBufferAttribute(a,g),d.push(hc.x,hc.y,hc.z),d.push(fc.x,fc.y,fc.z)}this.setAttribute("position",new Dt(d,3))}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}},jn=class{constructor(){this.type="Curve",this.arcLengthDivisions=200,this.needsUpdate=!1,this.cacheArcLengths=null}getPoint(){ft("Curve: .getPoint() not implem\
ented.")}getPointAt(e,t){let n=this.getUtoTmapping(e);return this.getPoint(n,t)}getPoints(e=5){let t=[];for(let n=0;n<=e;n++)t.push(this.getPoint(n/e));return t}getSpacedPoints(e=5){let t=[];for(let n=0;n<=e;n++)t.push(this.getPointAt(n/e));return t}getLength(){let e=this.getLengths();return e[e.length-1]}getLengths(e=this.arcLengthDivisions){if(this.cacheArcLengths&&this.cacheArcLengths.length===e+1&&!this.needsUpdate)return this.cacheArcLengths;this.needsUpdate=!1;let t=[],n,s=this.getPoint(0),
r=0;t.push(0);for(let o=1;o<=e;o++)n=this.getPoint(o/e),r+=n.distanceTo(s),t.push(r),s=n;return this.cacheArcLengths=t,t}updateArcLengths(){this.needsUpdate=!0,this.getLengths()}getUtoTmapping(e,t=null){let n=this.getLengths(),s=0,r=n.length,o;t?o=t:o=e*n[r-1];let a=0,l=r-1,c;for(;a<=l;)if(s=Math.floor(a+(l-a)/2),c=n[s]-o,c<0)a=s+1;else if(c>0)l=s-1;else{l=s;break}if(s=l,n[s]===o)return s/(r-1);let u=n[s],f=n[s+1]-u,d=(o-u)/f;return(s+d)/(r-1)}getTangent(e,t){let s=e-1e-4,r=e+1e-4;s<0&&(s=0),r>1&&
(r=1);let o=this.getPoint(s),a=this.getPoint(r),l=t||(o.isVector2?new Fe:new G);return l.copy(a).sub(o).normalize(),l}getTangentAt(e,t){let n=this.getUtoTmapping(e);return this.getTangent(n,t)}computeFrenetFrames(e,t=!1){let n=new G,s=[],r=[],o=[],a=new G,l=new vt;for(let d=0;d<=e;d++){let p=d/e;s[d]=this.getTangentAt(p,new G)}r[0]=new G,o[0]=new G;let c=Number.MAX_VALUE,u=Math.abs(s[0].x),h=Math.abs(s[0].y),f=Math.abs(s[0].z);u<=c&&(c=u,n.set(1,0,0)),h<=c&&(c=h,n.set(0,1,0)),f<=c&&n.set(0,0,1),
a.crossVectors(s[0],n).normalize(),r[0].crossVectors(s[0],a),o[0].crossVectors(s[0],r[0]);for(let d=1;d<=e;d++){if(r[d]=r[d-1].clone(),o[d]=o[d-1].clone(),a.crossVectors(s[d-1],s[d]),a.length()>Number.EPSILON){a.normalize();let p=Math.acos(Tt(s[d-1].dot(s[d]),-1,1));r[d].applyMatrix4(l.makeRotationAxis(a,p))}o[d].crossVectors(s[d],r[d])}if(t===!0){let d=Math.acos(Tt(r[0].dot(r[e]),-1,1));d/=e,s[0].dot(a.crossVectors(r[0],r[e]))>0&&(d=-d);for(let p=1;p<=e;p++)r[p].applyMatrix4(l.makeRotationAxis(
s[p],d*p)),o[p].crossVectors(s[p],r[p])}return{tangents:s,normals:r,binormals:o}}clone(){return new this.constructor().copy(this)}copy(e){return this.arcLengthDivisions=e.arcLengthDivisions,this.cacheArcLengths=null,this}toJSON(){let e={metadata:{version:4.7,type:"Curve",generator:"Curve.toJSON"}};return e.arcLengthDivisions=this.arcLengthDivisions,e.type=this.type,e}fromJSON(e){return this.arcLengthDivisions=e.arcLengthDivisions,this.cacheArcLengths=null,this}},Io=class extends jn{constructor(e=0,t=0,n=1,s=1,r=0,o=Math.
PI*2,a=!1,l=0){super(),this.isEllipseCurve=!0,this.type="EllipseCurve",this.aX=e,this.aY=t,this.xRadius=n,this.yRadius=s,this.aStartAngle=r,this.aEndAngle=o,this.aClockwise=a,this.aRotation=l}getPoint(e,t=new Fe){let n=t,s=Math.PI*2,r=this.aEndAngle-this.aStartAngle,o=Math.abs(r)<Number.EPSILON;for(;r<0;)r+=s;for(;r>s;)r-=s;r<Number.EPSILON&&(o?r=0:r=s),this.aClockwise===!0&&!o&&(r===s?r=-s:r=r-s);let a=this.aStartAngle+e*r,l=this.aX+this.xRadius*Math.cos(a),c=this.aY+this.yRadius*Math.sin(a);if(this.
aRotation!==0){let u=Math.cos(this.aRotation),h=Math.sin(this.aRotation),f=l-this.aX,d=c-this.aY;l=f*u-d*h+this.aX,c=f*h+d*u+this.aY}return n.set(l,c)}copy(e){return super.copy(e),this.aX=e.aX,this.aY=e.aY,this.xRadius=e.xRadius,this.yRadius=e.yRadius,this.aStartAngle=e.aStartAngle,this.aEndAngle=e.aEndAngle,this.aClockwise=e.aClockwise,this.aRotation=e.aRotation,this}toJSON(){let e=super.toJSON();return e.aX=this.aX,e.aY=this.aY,e.xRadius=this.xRadius,e.yRadius=this.yRadius,e.aStartAngle=this.aStartAngle,
e.aEndAngle=this.aEndAngle,e.aClockwise=this.aClockwise,e.aRotation=this.aRotation,e}fromJSON(e){return super.fromJSON(e),this.aX=e.aX,this.aY=e.aY,this.xRadius=e.xRadius,this.yRadius=e.yRadius,this.aStartAngle=e.aStartAngle,this.aEndAngle=e.aEndAngle,this.aClockwise=e.aClockwise,this.aRotation=e.aRotation,this}},Nc=class extends Io{constructor(e,t,n,s,r,o){super(e,t,n,n,s,r,o),this.isArcCurve=!0,this.type="ArcCurve"}};function dd(){let i=0,e=0,t=0,n=0;function s(r,o,a,l){i=r,e=a,t=-3*r+3*o-2*a-
l,n=2*r-2*o+a+l}return{initCatmullRom:function(r,o,a,l,c){s(o,a,c*(a-r),c*(l-o))},initNonuniformCatmullRom:function(r,o,a,l,c,u,h){let f=(o-r)/c-(a-r)/(c+u)+(a-o)/u,d=(a-o)/u-(l-o)/(u+h)+(l-a)/h;f*=u,d*=u,s(o,a,f,d)},calc:function(r){let o=r*r,a=o*r;return i+e*r+t*o+n*a}}}var Sg=new G,wg=new G,Sf=new dd,wf=new dd,Tf=new dd,Uc=class extends jn{constructor(e=[],t=!1,n="centripetal",s=.5){super(),this.isCatmullRomCurve3=!0,this.type="CatmullRomCurve3",this.points=e,this.closed=t,this.curveType=n,this.
tension=s}getPoint(e,t=new G){let n=t,s=this.points,r=s.length,o=(r-(this.closed?0:1))*e,a=Math.floor(o),l=o-a;this.closed?a+=a>0?0:(Math.floor(Math.abs(a)/r)+1)*r:l===0&&a===r-1&&(a=r-2,l=1);let c,u;this.closed||a>0?c=s[(a-1)%r]:(wg.subVectors(s[0],s[1]).add(s[0]),c=wg);let h=s[a%r],f=s[(a+1)%r];if(this.closed||a+2<r?u=s[(a+2)%r]:(Sg.subVectors(s[r-1],s[r-2]).add(s[r-1]),u=Sg),this.curveType==="centripetal"||this.curveType==="chordal"){let d=this.curveType==="chordal"?.5:.25,p=Math.pow(c.distanceToSquared(
h),d),y=Math.pow(h.distanceToSquared(f),d),g=Math.pow(f.distanceToSquared(u),d);y<1e-4&&(y=1),p<1e-4&&(p=y),g<1e-4&&(g=y),Sf.initNonuniformCatmullRom(c.x,h.x,f.x,u.x,p,y,g),wf.initNonuniformCatmullRom(c.y,h.y,f.y,u.y,p,y,g),Tf.initNonuniformCatmullRom(c.z,h.z,f.z,u.z,p,y,g)}else this.curveType==="catmullrom"&&(Sf.initCatmullRom(c.x,h.x,f.x,u.x,this.tension),wf.initCatmullRom(c.y,h.y,f.y,u.y,this.tension),Tf.initCatmullRom(c.z,h.z,f.z,u.z,this.tension));return n.set(Sf.calc(l),wf.calc(l),Tf.calc(
l)),n}copy(e){super.copy(e),this.points=[];for(let t=0,n=e.points.length;t<n;t++){let s=e.points[t];this.points.push(s.clone())}return this.closed=e.closed,this.curveType=e.curveType,this.tension=e.tension,this}toJSON(){let e=super.toJSON();e.points=[];for(let t=0,n=this.points.length;t<n;t++){let s=this.points[t];e.points.push(s.toArray())}return e.closed=this.closed,e.curveType=this.curveType,e.tension=this.tension,e}fromJSON(e){super.fromJSON(e),this.points=[];for(let t=0,n=e.points.length;t<
n;t++){let s=e.points[t];this.points.push(new G().fromArray(s))}return this.closed=e.closed,this.curveType=e.curveType,this.tension=e.tension,this}};function Tg(i,e,t,n,s){let r=(n-e)*.5,o=(s-t)*.5,a=i*i,l=i*a;return(2*t-2*n+r+o)*l+(-3*t+3*n-2*r-o)*a+r*i+t}function Ov(i,e){let t=1-i;return t*t*e}function Bv(i,e){return 2*(1-i)*i*e}function kv(i,e){return i*i*e}function Ta(i,e,t,n){return Ov(i,e)+Bv(i,t)+kv(i,n)}function zv(i,e){let t=1-i;return t*t*t*e}function Vv(i,e){let t=1-i;return 3*t*t*i*e}
function Gv(i,e){return 3*(1-i)*i*i*e}function Hv(i,e){return i*i*i*e}function Aa(i,e,t,n,s){return zv(i,e)+Vv(i,t)+Gv(i,n)+Hv(i,s)}var ka=class extends jn{constructor(e=new Fe,t=new Fe,n=new Fe,s=new Fe){super(),this.isCubicBezierCurve=!0,this.type="CubicBezierCurve",this.v0=e,this.v1=t,this.v2=n,this.v3=s}getPoint(e,t=new Fe){let n=t,s=this.v0,r=this.v1,o=this.v2,a=this.v3;return n.set(Aa(e,s.x,r.x,o.x,a.x),Aa(e,s.y,r.y,o.y,a.y)),n}copy(e){return super.copy(e),this.v0.copy(e.v0),this.v1.copy(e.
v1),this.v2.copy(e.v2),this.v3.copy(e.v3),this}toJSON(){let e=super.toJSON();return e.v0=this.v0.toArray(),e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e.v3=this.v3.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v0.fromArray(e.v0),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this.v3.fromArray(e.v3),this}},Fc=class extends jn{constructor(e=new G,t=new G,n=new G,s=new G){super(),this.isCubicBezierCurve3=!0,this.type="CubicBezierCurve3",this.v0=e,this.v1=t,this.v2=n,this.v3=s}getPoint(e,t=new G){
let n=t,s=this.v0,r=this.v1,o=this.v2,a=this.v3;return n.set(Aa(e,s.x,r.x,o.x,a.x),Aa(e,s.y,r.y,o.y,a.y),Aa(e,s.z,r.z,o.z,a.z)),n}copy(e){return super.copy(e),this.v0.copy(e.v0),this.v1.copy(e.v1),this.v2.copy(e.v2),this.v3.copy(e.v3),this}toJSON(){let e=super.toJSON();return e.v0=this.v0.toArray(),e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e.v3=this.v3.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v0.fromArray(e.v0),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this.v3.fromArray(e.
v3),this}},za=class extends jn{constructor(e=new Fe,t=new Fe){super(),this.isLineCurve=!0,this.type="LineCurve",this.v1=e,this.v2=t}getPoint(e,t=new Fe){let n=t;return e===1?n.copy(this.v2):(n.copy(this.v2).sub(this.v1),n.multiplyScalar(e).add(this.v1)),n}getPointAt(e,t){return this.getPoint(e,t)}getTangent(e,t=new Fe){return t.subVectors(this.v2,this.v1).normalize()}getTangentAt(e,t){return this.getTangent(e,t)}copy(e){return super.copy(e),this.v1.copy(e.v1),this.v2.copy(e.v2),this}toJSON(){let e=super.
toJSON();return e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this}},Oc=class extends jn{constructor(e=new G,t=new G){super(),this.isLineCurve3=!0,this.type="LineCurve3",this.v1=e,this.v2=t}getPoint(e,t=new G){let n=t;return e===1?n.copy(this.v2):(n.copy(this.v2).sub(this.v1),n.multiplyScalar(e).add(this.v1)),n}getPointAt(e,t){return this.getPoint(e,t)}getTangent(e,t=new G){return t.subVectors(this.v2,this.v1).
normalize()}getTangentAt(e,t){return this.getTangent(e,t)}copy(e){return super.copy(e),this.v1.copy(e.v1),this.v2.copy(e.v2),this}toJSON(){let e=super.toJSON();return e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this}},Va=class extends jn{constructor(e=new Fe,t=new Fe,n=new Fe){super(),this.isQuadraticBezierCurve=!0,this.type="QuadraticBezierCurve",this.v0=e,this.v1=t,this.v2=n}getPoint(e,t=new Fe){let n=t,s=this.
v0,r=this.v1,o=this.v2;return n.set(Ta(e,s.x,r.x,o.x),Ta(e,s.y,r.y,o.y)),n}copy(e){return super.copy(e),this.v0.copy(e.v0),this.v1.copy(e.v1),this.v2.copy(e.v2),this}toJSON(){let e=super.toJSON();return e.v0=this.v0.toArray(),e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v0.fromArray(e.v0),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this}},Ga=class extends jn{constructor(e=new G,t=new G,n=new G){super(),this.isQuadraticBezierCurve3=!0,this.type="Qu\
adraticBezierCurve3",this.v0=e,this.v1=t,this.v2=n}getPoint(e,t=new G){let n=t,s=this.v0,r=this.v1,o=this.v2;return n.set(Ta(e,s.x,r.x,o.x),Ta(e,s.y,r.y,o.y),Ta(e,s.z,r.z,o.z)),n}copy(e){return super.copy(e),this.v0.copy(e.v0),this.v1.copy(e.v1),this.v2.copy(e.v2),this}toJSON(){let e=super.toJSON();return e.v0=this.v0.toArray(),e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v0.fromArray(e.v0),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this}},Ha=class extends jn{constructor(e=[]){
super(),this.isSplineCurve=!0,this.type="SplineCurve",this.points=e}getPoint(e,t=new Fe){let n=t,s=this.points,r=(s.length-1)*e,o=Math.floor(r),a=r-o,l=s[o===0?o:o-1],c=s[o],u=s[o>s.length-2?s.length-1:o+1],h=s[o>s.length-3?s.length-1:o+2];return n.set(Tg(a,l.x,c.x,u.x,h.x),Tg(a,l.y,c.y,u.y,h.y)),n}copy(e){super.copy(e),this.points=[];for(let t=0,n=e.points.length;t<n;t++){let s=e.points[t];this.points.push(s.clone())}return this}toJSON(){let e=super.toJSON();e.points=[];for(let t=0,n=this.points.
length;t<n;t++){let s=this.points[t];e.points.push(s.toArray())}return e}fromJSON(e){super.fromJSON(e),this.points=[];for(let t=0,n=e.points.length;t<n;t++){let s=e.points[t];this.points.push(new Fe().fromArray(s))}return this}},Bc=Object.freeze({__proto__:null,ArcCurve:Nc,CatmullRomCurve3:Uc,CubicBezierCurve:ka,CubicBezierCurve3:Fc,EllipseCurve:Io,LineCurve:za,LineCurve3:Oc,QuadraticBezierCurve:Va,QuadraticBezierCurve3:Ga,SplineCurve:Ha}),kc=class extends jn{constructor(){super(),this.type="Cur\
vePath",this.curves=[],this.autoClose=!1,this.cacheLengths=null}add(e){this.curves.push(e)}closePath(){let e=this.curves[0].getPoint(0),t=this.curves[this.curves.length-1].getPoint(1);if(!e.equals(t)){let n=e.isVector2===!0?"LineCurve":"LineCurve3";this.curves.push(new Bc[n](t,e))}return this}getPoint(e,t){let n=e*this.getLength(),s=this.getCurveLengths(),r=0;for(;r<s.length;){if(s[r]>=n){let o=s[r]-n,a=this.curves[r],l=a.getLength(),c=l===0?0:1-o/l;return a.getPointAt(c,t)}r++}return null}getLength(){
let e=this.getCurveLengths();return e[e.length-1]}updateArcLengths(){this.needsUpdate=!0,this.cacheLengths=null,this.getCurveLengths()}getCurveLengths(){if(this.cacheLengths&&this.cacheLengths.length===this.curves.length)return this.cacheLengths;let e=[],t=0;for(let n=0,s=this.curves.length;n<s;n++)t+=this.curves[n].getLength(),e.push(t);return this.cacheLengths=e,e}getSpacedPoints(e=40){let t=[];for(let n=0;n<=e;n++)t.push(this.getPoint(n/e));return this.autoClose&&t.push(t[0]),t}getPoints(e=12){
let t=[],n;for(let s=0,r=this.curves;s<r.length;s++){let o=r[s],a=o.isEllipseCurve?e*2:o.isLineCurve||o.isLineCurve3?1:o.isSplineCurve?e*o.points.length:e,l=o.getPoints(a);for(let c=0;c<l.length;c++){let u=l[c];n&&n.equals(u)||(t.push(u),n=u)}}return this.autoClose&&t.length>1&&!t[t.length-1].equals(t[0])&&t.push(t[0]),t}copy(e){super.copy(e),this.curves=[];for(let t=0,n=e.curves.length;t<n;t++){let s=e.curves[t];this.curves.push(s.clone())}return this.autoClose=e.autoClose,this.cacheLengths=null,
this}toJSON(){let e=super.toJSON();e.autoClose=this.autoClose,e.curves=[];for(let t=0,n=this.curves.length;t<n;t++){let s=this.curves[t];e.curves.push(s.toJSON())}return e}fromJSON(e){super.fromJSON(e),this.autoClose=e.autoClose,this.curves=[];for(let t=0,n=e.curves.length;t<n;t++){let s=e.curves[t];this.curves.push(new Bc[s.type]().fromJSON(s))}return this.cacheLengths=null,this}},Wa=class extends kc{constructor(e){super(),this.type="Path",this.currentPoint=new Fe,e&&this.setFromPoints(e)}setFromPoints(e){
this.moveTo(e[0].x,e[0].y);for(let t=1,n=e.length;t<n;t++)this.lineTo(e[t].x,e[t].y);return this}moveTo(e,t){return this.currentPoint.set(e,t),this}lineTo(e,t){let n=new za(this.currentPoint.clone(),new Fe(e,t));return this.curves.push(n),this.currentPoint.set(e,t),this}quadraticCurveTo(e,t,n,s){let r=new Va(this.currentPoint.clone(),new Fe(e,t),new Fe(n,s));return this.curves.push(r),this.currentPoint.set(n,s),this}bezierCurveTo(e,t,n,s,r,o){let a=new ka(this.currentPoint.clone(),new Fe(e,t),new Fe(
n,s),new Fe(r,o));return this.curves.push(a),this.currentPoint.set(r,o),this}splineThru(e){let t=[this.currentPoint.clone()].concat(e),n=new Ha(t);return this.curves.push(n),this.currentPoint.copy(e[e.length-1]),this}arc(e,t,n,s,r,o){let a=this.currentPoint.x,l=this.currentPoint.y;return this.absarc(e+a,t+l,n,s,r,o),this}absarc(e,t,n,s,r,o){return this.absellipse(e,t,n,n,s,r,o),this}ellipse(e,t,n,s,r,o,a,l){let c=this.currentPoint.x,u=this.currentPoint.y;return this.absellipse(e+c,t+u,n,s,r,o,a,
l),this}absellipse(e,t,n,s,r,o,a,l){let c=new Io(e,t,n,s,r,o,a,l);if(this.curves.length>0){let h=c.getPoint(0);h.equals(this.currentPoint)||this.lineTo(h.x,h.y)}this.curves.push(c);let u=c.getPoint(1);return this.currentPoint.copy(u),this}copy(e){return super.copy(e),this.currentPoint.copy(e.currentPoint),this}toJSON(){let e=super.toJSON();return e.currentPoint=this.currentPoint.toArray(),e}fromJSON(e){return super.fromJSON(e),this.currentPoint.fromArray(e.currentPoint),this}},Lo=class extends Wa{constructor(e){
super(e),this.uuid=tr(),this.type="Shape",this.holes=[]}getPointsHoles(e){let t=[];for(let n=0,s=this.holes.length;n<s;n++)t[n]=this.holes[n].getPoints(e);return t}extractPoints(e){return{shape:this.getPoints(e),holes:this.getPointsHoles(e)}}copy(e){super.copy(e),this.holes=[];for(let t=0,n=e.holes.length;t<n;t++){let s=e.holes[t];this.holes.push(s.clone())}return this}toJSON(){let e=super.toJSON();e.uuid=this.uuid,e.holes=[];for(let t=0,n=this.holes.length;t<n;t++){let s=this.holes[t];e.holes.push(
s.toJSON())}return e}fromJSON(e){super.fromJSON(e),this.uuid=e.uuid,this.holes=[];for(let t=0,n=e.holes.length;t<n;t++){let s=e.holes[t];this.holes.push(new Wa().fromJSON(s))}return this}};function Wv(i,e,t=2){let n=e&&e.length,s=n?e[0]*t:i.length,r=A0(i,0,s,t,!0),o=[];if(!r||r.next===r.prev)return o;let a,l,c;if(n&&(r=Zv(i,e,r,t)),i.length>80*t){a=i[0],l=i[1];let u=a,h=l;for(let f=t;f<s;f+=t){let d=i[f],p=i[f+1];d<a&&(a=d),p<l&&(l=p),d>u&&(u=d),p>h&&(h=p)}c=Math.max(u-a,h-l),c=c!==0?32767/c:0}return Xa(
r,o,t,a,l,c,0),o}function A0(i,e,t,n,s){let r;if(s===ob(i,e,t,n)>0)for(let o=e;o<t;o+=n)r=Ag(o/n|0,i[o],i[o+1],r);else for(let o=t-n;o>=e;o-=n)r=Ag(o/n|0,i[o],i[o+1],r);return r&&Do(r,r.next)&&(Ya(r),r=r.next),r}function vr(i,e){if(!i)return i;e||(e=i);let t=i,n;do if(n=!1,!t.steiner&&(Do(t,t.next)||nn(t.prev,t,t.next)===0)){if(Ya(t),t=e=t.prev,t===t.next)break;n=!0}else t=t.next;while(n||t!==e);return e}function Xa(i,e,t,n,s,r,o){if(!i)return;!o&&r&&eb(i,n,s,r);let a=i;for(;i.prev!==i.next;){let l=i.
prev,c=i.next;if(r?qv(i,n,s,r):Xv(i)){e.push(l.i,i.i,c.i),Ya(i),i=c.next,a=c.next;continue}if(i=c,i===a){o?o===1?(i=Yv(vr(i),e),Xa(i,e,t,n,s,r,2)):o===2&&$v(i,e,t,n,s,r):Xa(vr(i),e,t,n,s,r,1);break}}}function Xv(i){let e=i.prev,t=i,n=i.next;if(nn(e,t,n)>=0)return!1;let s=e.x,r=t.x,o=n.x,a=e.y,l=t.y,c=n.y,u=Math.min(s,r,o),h=Math.min(a,l,c),f=Math.max(s,r,o),d=Math.max(a,l,c),p=n.next;for(;p!==e;){if(p.x>=u&&p.x<=f&&p.y>=h&&p.y<=d&&ba(s,a,r,l,o,c,p.x,p.y)&&nn(p.prev,p,p.next)>=0)return!1;p=p.next}
return!0}function qv(i,e,t,n){let s=i.prev,r=i,o=i.next;if(nn(s,r,o)>=0)return!1;let a=s.x,l=r.x,c=o.x,u=s.y,h=r.y,f=o.y,d=Math.min(a,l,c),p=Math.min(u,h,f),y=Math.max(a,l,c),g=Math.max(u,h,f),m=If(d,p,e,t,n),v=If(y,g,e,t,n),b=i.prevZ,x=i.nextZ;for(;b&&b.z>=m&&x&&x.z<=v;){if(b.x>=d&&b.x<=y&&b.y>=p&&b.y<=g&&b!==s&&b!==o&&ba(a,u,l,h,c,f,b.x,b.y)&&nn(b.prev,b,b.next)>=0||(b=b.prevZ,x.x>=d&&x.x<=y&&x.y>=p&&x.y<=g&&x!==s&&x!==o&&ba(a,u,l,h,c,f,x.x,x.y)&&nn(x.prev,x,x.next)>=0))return!1;x=x.nextZ}for(;b&&
b.z>=m;){if(b.x>=d&&b.x<=y&&b.y>=p&&b.y<=g&&b!==s&&b!==o&&ba(a,u,l,h,c,f,b.x,b.y)&&nn(b.prev,b,b.next)>=0)return!1;b=b.prevZ}for(;x&&x.z<=v;){if(x.x>=d&&x.x<=y&&x.y>=p&&x.y<=g&&x!==s&&x!==o&&ba(a,u,l,h,c,f,x.x,x.y)&&nn(x.prev,x,x.next)>=0)return!1;x=x.nextZ}return!0}function Yv(i,e){let t=i;do{let n=t.prev,s=t.next.next;!Do(n,s)&&R0(n,t,t.next,s)&&qa(n,s)&&qa(s,n)&&(e.push(n.i,t.i,s.i),Ya(t),Ya(t.next),t=i=s),t=t.next}while(t!==i);return vr(t)}function $v(i,e,t,n,s,r){let o=i;do{let a=o.next.next;
for(;a!==o.prev;){if(o.i!==a.i&&ib(o,a)){let l=C0(o,a);o=vr(o,o.next),l=vr(l,l.next),Xa(o,e,t,n,s,r,0),Xa(l,e,t,n,s,r,0);return}a=a.next}o=o.next}while(o!==i)}function Zv(i,e,t,n){let s=[];for(let r=0,o=e.length;r<o;r++){let a=e[r]*n,l=r<o-1?e[r+1]*n:i.length,c=A0(i,a,l,n,!1);c===c.next&&(c.steiner=!0),s.push(nb(c))}s.sort(Jv);for(let r=0;r<s.length;r++)t=Kv(s[r],t);return t}function Jv(i,e){let t=i.x-e.x;if(t===0&&(t=i.y-e.y,t===0)){let n=(i.next.y-i.y)/(i.next.x-i.x),s=(e.next.y-e.y)/(e.next.x-
e.x);t=n-s}return t}function Kv(i,e){let t=jv(i,e);if(!t)return e;let n=C0(t,i);return vr(n,n.next),vr(t,t.next)}function jv(i,e){let t=e,n=i.x,s=i.y,r=-1/0,o;if(Do(i,t))return t;do{if(Do(i,t.next))return t.next;if(s<=t.y&&s>=t.next.y&&t.next.y!==t.y){let h=t.x+(s-t.y)*(t.next.x-t.x)/(t.next.y-t.y);if(h<=n&&h>r&&(r=h,o=t.x<t.next.x?t:t.next,h===n))return o}t=t.next}while(t!==e);if(!o)return null;let a=o,l=o.x,c=o.y,u=1/0;t=o;do{if(n>=t.x&&t.x>=l&&n!==t.x&&E0(s<c?n:r,s,l,c,s<c?r:n,s,t.x,t.y)){let h=Math.
abs(s-t.y)/(n-t.x);qa(t,i)&&(h<u||h===u&&(t.x>o.x||t.x===o.x&&Qv(o,t)))&&(o=t,u=h)}t=t.next}while(t!==a);return o}function Qv(i,e){return nn(i.prev,i,e.prev)<0&&nn(e.next,i,i.next)<0}function eb(i,e,t,n){let s=i;do s.z===0&&(s.z=If(s.x,s.y,e,t,n)),s.prevZ=s.prev,s.nextZ=s.next,s=s.next;while(s!==i);s.prevZ.nextZ=null,s.prevZ=null,tb(s)}function tb(i){let e,t=1;do{let n=i,s;i=null;let r=null;for(e=0;n;){e++;let o=n,a=0;for(let c=0;c<t&&(a++,o=o.nextZ,!!o);c++);let l=t;for(;a>0||l>0&&o;)a!==0&&(l===
0||!o||n.z<=o.z)?(s=n,n=n.nextZ,a--):(s=o,o=o.nextZ,l--),r?r.nextZ=s:i=s,s.prevZ=r,r=s;n=o}r.nextZ=null,t*=2}while(e>1);return i}function If(i,e,t,n,s){return i=(i-t)*s|0,e=(e-n)*s|0,i=(i|i<<8)&16711935,i=(i|i<<4)&252645135,i=(i|i<<2)&858993459,i=(i|i<<1)&1431655765,e=(e|e<<8)&16711935,e=(e|e<<4)&252645135,e=(e|e<<2)&858993459,e=(e|e<<1)&1431655765,i|e<<1}function nb(i){let e=i,t=i;do(e.x<t.x||e.x===t.x&&e.y<t.y)&&(t=e),e=e.next;while(e!==i);return t}function E0(i,e,t,n,s,r,o,a){return(s-o)*(e-a)>=
(i-o)*(r-a)&&(i-o)*(n-a)>=(t-o)*(e-a)&&(t-o)*(r-a)>=(s-o)*(n-a)}function ba(i,e,t,n,s,r,o,a){return!(i===o&&e===a)&&E0(i,e,t,n,s,r,o,a)}function ib(i,e){return i.next.i!==e.i&&i.prev.i!==e.i&&!sb(i,e)&&(qa(i,e)&&qa(e,i)&&rb(i,e)&&(nn(i.prev,i,e.prev)||nn(i,e.prev,e))||Do(i,e)&&nn(i.prev,i,i.next)>0&&nn(e.prev,e,e.next)>0)}function nn(i,e,t){return(e.y-i.y)*(t.x-e.x)-(e.x-i.x)*(t.y-e.y)}function Do(i,e){return i.x===e.x&&i.y===e.y}function R0(i,e,t,n){let s=mc(nn(i,e,t)),r=mc(nn(i,e,n)),o=mc(nn(t,
n,i)),a=mc(nn(t,n,e));return!!(s!==r&&o!==a||s===0&&pc(i,t,e)||r===0&&pc(i,n,e)||o===0&&pc(t,i,n)||a===0&&pc(t,e,n))}function pc(i,e,t){return e.x<=Math.max(i.x,t.x)&&e.x>=Math.min(i.x,t.x)&&e.y<=Math.max(i.y,t.y)&&e.y>=Math.min(i.y,t.y)}function mc(i){return i>0?1:i<0?-1:0}function sb(i,e){let t=i;do{if(t.i!==i.i&&t.next.i!==i.i&&t.i!==e.i&&t.next.i!==e.i&&R0(t,t.next,i,e))return!0;t=t.next}while(t!==i);return!1}function qa(i,e){return nn(i.prev,i,i.next)<0?nn(i,e,i.next)>=0&&nn(i,i.prev,e)>=0:
nn(i,e,i.prev)<0||nn(i,i.next,e)<0}function rb(i,e){let t=i,n=!1,s=(i.x+e.x)/2,r=(i.y+e.y)/2;do t.y>r!=t.next.y>r&&t.next.y!==t.y&&s<(t.next.x-t.x)*(r-t.y)/(t.next.y-t.y)+t.x&&(n=!n),t=t.next;while(t!==i);return n}function C0(i,e){let t=Lf(i.i,i.x,i.y),n=Lf(e.i,e.x,e.y),s=i.next,r=e.prev;return i.next=e,e.prev=i,t.next=s,s.prev=t,n.next=t,t.prev=n,r.next=n,n.prev=r,n}function Ag(i,e,t,n){let s=Lf(i,e,t);return n?(s.next=n.next,s.prev=n,n.next.prev=s,n.next=s):(s.prev=s,s.next=s),s}function Ya(i){
i.next.prev=i.prev,i.prev.next=i.next,i.prevZ&&(i.prevZ.nextZ=i.nextZ),i.nextZ&&(i.nextZ.prevZ=i.prevZ)}function Lf(i,e,t){return{i,x:e,y:t,prev:null,next:null,z:0,prevZ:null,nextZ:null,steiner:!1}}function ob(i,e,t,n){let s=0;for(let r=e,o=t-n;r<t;r+=n)s+=(i[o]-i[r])*(i[r+1]+i[o+1]),o=r;return s}var Df=class{static triangulate(e,t,n=2){return Wv(e,t,n)}},xr=class i{static area(e){let t=e.length,n=0;for(let s=t-1,r=0;r<t;s=r++)n+=e[s].x*e[r].y-e[r].x*e[s].y;return n*.5}static isClockWise(e){return i.
area(e)<0}static triangulateShape(e,t){let n=[],s=[],r=[];Eg(e),Rg(n,e);let o=e.length;t.forEach(Eg);for(let l=0;l<t.length;l++)s.push(o),o+=t[l].length,Rg(n,t[l]);let a=Df.triangulate(n,s);for(let l=0;l<a.length;l+=3)r.push(a.slice(l,l+3));return r}};function Eg(i){let e=i.length;e>2&&i[e-1].equals(i[0])&&i.pop()}function Rg(i,e){for(let t=0;t<e.length;t++)i.push(e[t].x),i.push(e[t].y)}var $a=class i extends sn{constructor(e=new Lo([new Fe(.5,.5),new Fe(-.5,.5),new Fe(-.5,-.5),new Fe(.5,-.5)]),t={}){
super(),this.type="ExtrudeGeometry",this.parameters={shapes:e,options:t},e=Array.isArray(e)?e:[e];let n=this,s=[],r=[];for(let a=0,l=e.length;a<l;a++){let c=e[a];o(c)}this.setAttribute("position",new Dt(s,3)),this.setAttribute("uv",new Dt(r,2)),this.computeVertexNormals();function o(a){let l=[],c=t.curveSegments!==void 0?t.curveSegments:12,u=t.steps!==void 0?t.steps:1,h=t.depth!==void 0?t.depth:1,f=t.bevelEnabled!==void 0?t.bevelEnabled:!0,d=t.bevelThickness!==void 0?t.bevelThickness:.2,p=t.bevelSize!==
void 0?t.bevelSize:d-.1,y=t.bevelOffset!==void 0?t.bevelOffset:0,g=t.bevelSegments!==void 0?t.bevelSegments:3,m=t.extrudePath,v=t.UVGenerator!==void 0?t.UVGenerator:ab,b,x=!1,T,A,_,w;if(m){b=m.getSpacedPoints(u),x=!0,f=!1;let ve=m.isCatmullRomCurve3?m.closed:!1;T=m.computeFrenetFrames(u,ve),A=new G,_=new G,w=new G}f||(g=0,d=0,p=0,y=0);let D=a.extractPoints(c),P=D.shape,I=D.holes;if(!xr.isClockWise(P)){P=P.reverse();for(let ve=0,K=I.length;ve<K;ve++){let be=I[ve];xr.isClockWise(be)&&(I[ve]=be.reverse())}}
function k(ve){let be=10000000000000001e-36,Ce=ve[0];for(let H=1;H<=ve.length;H++){let J=H%ve.length,Q=ve[J],ue=Q.x-Ce.x,fe=Q.y-Ce.y,Oe=ue*ue+fe*fe,N=Math.max(Math.abs(Q.x),Math.abs(Q.y),Math.abs(Ce.x),Math.abs(Ce.y)),_e=be*N*N;if(Oe<=_e){ve.splice(J,1),H--;continue}Ce=Q}}k(P),I.forEach(k);let L=I.length,B=P;for(let ve=0;ve<L;ve++){let K=I[ve];P=P.concat(K)}function W(ve,K,be){return K||xt("ExtrudeGeometry: vec does not exist"),ve.clone().addScaledVector(K,be)}let V=P.length;function he(ve,K,be){
let Ce,H,J,Q=ve.x-K.x,ue=ve.y-K.y,fe=be.x-ve.x,Oe=be.y-ve.y,N=Q*Q+ue*ue,_e=Q*Oe-ue*fe;if(Math.abs(_e)>Number.EPSILON){let Le=Math.sqrt(N),Ge=Math.sqrt(fe*fe+Oe*Oe),Re=K.x-ue/Le,Qe=K.y+Q/Le,De=be.x-Oe/Ge,$e=be.y+fe/Ge,C=((De-Re)*Oe-($e-Qe)*fe)/(Q*Oe-ue*fe);Ce=Re+Q*C-ve.x,H=Qe+ue*C-ve.y;let S=Ce*Ce+H*H;if(S<=2)return new Fe(Ce,H);J=Math.sqrt(S/2)}else{let Le=!1;Q>Number.EPSILON?fe>Number.EPSILON&&(Le=!0):Q<-Number.EPSILON?fe<-Number.EPSILON&&(Le=!0):Math.sign(ue)===Math.sign(Oe)&&(Le=!0),Le?(Ce=-ue,
H=Q,J=Math.sqrt(N)):(Ce=Q,H=ue,J=Math.sqrt(N/2))}return new Fe(Ce/J,H/J)}let Z=[];for(let ve=0,K=B.length,be=K-1,Ce=ve+1;ve<K;ve++,be++,Ce++)be===K&&(be=0),Ce===K&&(Ce=0),Z[ve]=he(B[ve],B[be],B[Ce]);let j=[],ne,Me=Z.concat();for(let ve=0,K=L;ve<K;ve++){let be=I[ve];ne=[];for(let Ce=0,H=be.length,J=H-1,Q=Ce+1;Ce<H;Ce++,J++,Q++)J===H&&(J=0),Q===H&&(Q=0),ne[Ce]=he(be[Ce],be[J],be[Q]);j.push(ne),Me=Me.concat(ne)}let me;if(g===0)me=xr.triangulateShape(B,I);else{let ve=[],K=[];for(let be=0;be<g;be++){
let Ce=be/g,H=d*Math.cos(Ce*Math.PI/2),J=p*Math.sin(Ce*Math.PI/2)+y;for(let Q=0,ue=B.length;Q<ue;Q++){let fe=W(B[Q],Z[Q],J);Ae(fe.x,fe.y,-H),Ce===0&&ve.push(fe)}for(let Q=0,ue=L;Q<ue;Q++){let fe=I[Q];ne=j[Q];let Oe=[];for(let N=0,_e=fe.length;N<_e;N++){let Le=W(fe[N],ne[N],J);Ae(Le.x,Le.y,-H),Ce===0&&Oe.push(Le)}Ce===0&&K.push(Oe)}}me=xr.triangulateShape(ve,K)}let ie=me.length,we=p+y;for(let ve=0;ve<V;ve++){let K=f?W(P[ve],Me[ve],we):P[ve];x?(_.copy(T.normals[0]).multiplyScalar(K.x),A.copy(T.binormals[0]).
multiplyScalar(K.y),w.copy(b[0]).add(_).add(A),Ae(w.x,w.y,w.z)):Ae(K.x,K.y,0)}for(let ve=1;ve<=u;ve++)for(let K=0;K<V;K++){let be=f?W(P[K],Me[K],we):P[K];x?(_.copy(T.normals[ve]).multiplyScalar(be.x),A.copy(T.binormals[ve]).multiplyScalar(be.y),w.copy(b[ve]).add(_).add(A),Ae(w.x,w.y,w.z)):Ae(be.x,be.y,h/u*ve)}for(let ve=g-1;ve>=0;ve--){let K=ve/g,be=d*Math.cos(K*Math.PI/2),Ce=p*Math.sin(K*Math.PI/2)+y;for(let H=0,J=B.length;H<J;H++){let Q=W(B[H],Z[H],Ce);Ae(Q.x,Q.y,h+be)}for(let H=0,J=I.length;H<
J;H++){let Q=I[H];ne=j[H];for(let ue=0,fe=Q.length;ue<fe;ue++){let Oe=W(Q[ue],ne[ue],Ce);x?Ae(Oe.x,Oe.y+b[u-1].y,b[u-1].x+be):Ae(Oe.x,Oe.y,h+be)}}}Y(),re();function Y(){let ve=s.length/3;if(f){let K=0,be=V*K;for(let Ce=0;Ce<ie;Ce++){let H=me[Ce];et(H[2]+be,H[1]+be,H[0]+be)}K=u+g*2,be=V*K;for(let Ce=0;Ce<ie;Ce++){let H=me[Ce];et(H[0]+be,H[1]+be,H[2]+be)}}else{for(let K=0;K<ie;K++){let be=me[K];et(be[2],be[1],be[0])}for(let K=0;K<ie;K++){let be=me[K];et(be[0]+V*u,be[1]+V*u,be[2]+V*u)}}n.addGroup(ve,
s.length/3-ve,0)}function re(){let ve=s.length/3,K=0;ye(B,K),K+=B.length;for(let be=0,Ce=I.length;be<Ce;be++){let H=I[be];ye(H,K),K+=H.length}n.addGroup(ve,s.length/3-ve,1)}function ye(ve,K){let be=ve.length;for(;--be>=0;){let Ce=be,H=be-1;H<0&&(H=ve.length-1);for(let J=0,Q=u+g*2;J<Q;J++){let ue=V*J,fe=V*(J+1),Oe=K+Ce+ue,N=K+H+ue,_e=K+H+fe,Le=K+Ce+fe;qe(Oe,N,_e,Le)}}}function Ae(ve,K,be){l.push(ve),l.push(K),l.push(be)}function et(ve,K,be){ot(ve),ot(K),ot(be);let Ce=s.length/3,H=v.generateTopUV(
n,s,Ce-3,Ce-2,Ce-1);lt(H[0]),lt(H[1]),lt(H[2])}function qe(ve,K,be,Ce){ot(ve),ot(K),ot(Ce),ot(K),ot(be),ot(Ce);let H=s.length/3,J=v.generateSideWallUV(n,s,H-6,H-3,H-2,H-1);lt(J[0]),lt(J[1]),lt(J[3]),lt(J[1]),lt(J[2]),lt(J[3])}function ot(ve){s.push(l[ve*3+0]),s.push(l[ve*3+1]),s.push(l[ve*3+2])}function lt(ve){r.push(ve.x),r.push(ve.y)}}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}toJSON(){let e=super.toJSON(),t=this.parameters.shapes,n=this.parameters.options;
return lb(t,n,e)}static fromJSON(e,t){let n=[];for(let r=0,o=e.shapes.length;r<o;r++){let a=t[e.shapes[r]];n.push(a)}let s=e.options.extrudePath;return s!==void 0&&(e.options.extrudePath=new Bc[s.type]().fromJSON(s)),new i(n,e.options)}},ab={generateTopUV:function(i,e,t,n,s){let r=e[t*3],o=e[t*3+1],a=e[n*3],l=e[n*3+1],c=e[s*3],u=e[s*3+1];return[new Fe(r,o),new Fe(a,l),new Fe(c,u)]},generateSideWallUV:function(i,e,t,n,s,r){let o=e[t*3],a=e[t*3+1],l=e[t*3+2],c=e[n*3],u=e[n*3+1],h=e[n*3+2],f=e[s*3],
d=e[s*3+1],p=e[s*3+2],y=e[r*3],g=e[r*3+1],m=e[r*3+2];return Math.abs(a-u)<Math.abs(o-c)?[new Fe(o,1-l),new Fe(c,1-h),new Fe(f,1-p),new Fe(y,1-m)]:[new Fe(a,1-l),new Fe(u,1-h),new Fe(d,1-p),new Fe(g,1-m)]}};function lb(i,e,t){if(t.shapes=[],Array.isArray(i))for(let n=0,s=i.length;n<s;n++){let r=i[n];t.shapes.push(r.uuid)}else t.shapes.push(i.uuid);return t.options=Object.assign({},e),e.extrudePath!==void 0&&(t.options.extrudePath=e.extrudePath.toJSON()),t}var br=class i extends sn{constructor(e=1,t=1,n=1,s=1){super(),this.type="PlaneGeometry",this.parameters={width:e,height:t,widthSegments:n,heightSegments:s};let r=e/2,o=t/2,a=Math.floor(n),l=Math.floor(s),c=a+1,u=l+1,h=e/a,f=t/l,d=[],p=[],y=[],g=[];for(let m=0;m<u;m++){let v=m*f-o;for(let b=0;b<c;b++){let x=b*h-r;p.push(x,-v,0),y.push(0,0,1),g.push(b/a),g.push(1-m/l)}}for(let m=0;m<l;m++)for(let v=0;v<a;v++){let b=v+c*m,x=v+c*(m+1),T=v+1+c*(m+1),A=v+1+c*m;d.push(b,x,A),d.push(x,T,A)}this.setIndex(
d),this.setAttribute("position",new Dt(p,3)),this.setAttribute("normal",new Dt(y,3)),this.setAttribute("uv",new Dt(g,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.width,e.height,e.widthSegments,e.heightSegments)}};var Mr=class i extends sn{constructor(e=1,t=32,n=16,s=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:e,widthSegments:t,heightSegments:n,phiStart:s,phiLength:r,thetaStart:o,thetaLength:a},t=Math.max(3,Math.floor(t)),n=Math.max(2,Math.floor(n));let l=Math.min(o+a,Math.PI),c=0,u=[],h=new G,f=new G,d=[],p=[],y=[],g=[];for(let m=0;m<=n;m++){let v=[],b=m/n,x=o+b*a,T=e*Math.cos(x),A=Math.sqrt(e*e-T*T),_=0;m===0&&o===0?_=.5/t:m===n&&l===Math.PI&&(_=-.5/t);for(let w=0;w<=
t;w++){let D=w/t,P=s+D*r;h.x=-A*Math.cos(P),h.y=T,h.z=A*Math.sin(P),p.push(h.x,h.y,h.z),f.copy(h).normalize(),y.push(f.x,f.y,f.z),g.push(D+_,1-b),v.push(c++)}u.push(v)}for(let m=0;m<n;m++)for(let v=0;v<t;v++){let b=u[m][v+1],x=u[m][v],T=u[m+1][v],A=u[m+1][v+1];(m!==0||o>0)&&d.push(b,x,A),(m!==n-1||l<Math.PI)&&d.push(x,T,A)}this.setIndex(d),this.setAttribute("position",new Dt(p,3)),this.setAttribute("normal",new Dt(y,3)),this.setAttribute("uv",new Dt(g,2))}copy(e){return super.copy(e),this.parameters=
Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.radius,e.widthSegments,e.heightSegments,e.phiStart,e.phiLength,e.thetaStart,e.thetaLength)}};var Za=class i extends sn{constructor(e=new Ga(new G(-1,-1,0),new G(-1,1,0),new G(1,1,0)),t=64,n=1,s=8,r=!1){super(),this.type="TubeGeometry",this.parameters={path:e,tubularSegments:t,radius:n,radialSegments:s,closed:r};let o=e.computeFrenetFrames(t,r);this.tangents=o.tangents,this.normals=o.normals,this.binormals=o.binormals;let a=new G,l=new G,c=new Fe,u=new G,h=[],f=[],d=[],p=[];y(),this.setIndex(p),this.setAttribute("position",new Dt(h,3)),this.setAttribute("normal",new Dt(f,3)),this.setAttribute(
"uv",new Dt(d,2));function y(){for(let b=0;b<t;b++)g(b);g(r===!1?t:0),v(),m()}function g(b){u=e.getPointAt(b/t,u);let x=o.normals[b],T=o.binormals[b];for(let A=0;A<=s;A++){let _=A/s*Math.PI*2,w=Math.sin(_),D=-Math.cos(_);l.x=D*x.x+w*T.x,l.y=D*x.y+w*T.y,l.z=D*x.z+w*T.z,l.normalize(),f.push(l.x,l.y,l.z),a.x=u.x+n*l.x,a.y=u.y+n*l.y,a.z=u.z+n*l.z,h.push(a.x,a.y,a.z)}}function m(){for(let b=1;b<=t;b++)for(let x=1;x<=s;x++){let T=(s+1)*(b-1)+(x-1),A=(s+1)*b+(x-1),_=(s+1)*b+x,w=(s+1)*(b-1)+x;p.push(T,A,
w),p.push(A,_,w)}}function v(){for(let b=0;b<=t;b++)for(let x=0;x<=s;x++)c.x=b/t,c.y=x/s,d.push(c.x,c.y)}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}toJSON(){let e=super.toJSON();return e.path=this.parameters.path.toJSON(),e}static fromJSON(e){return new i(new Bc[e.path.type]().fromJSON(e.path),e.tubularSegments,e.radius,e.radialSegments,e.closed)}};var Ja=class extends Ni{constructor(e){super(),this.isShadowMaterial=!0,this.type="ShadowMaterial",this.color=new ut(0),this.transparent=!0,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.fog=e.fog,this}};function Lr(i){let e={};for(let t in i){e[t]={};for(let n in i[t]){let s=i[t][n];if(Cg(s))s.isRenderTargetTexture?(ft("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),e[t][n]=null):e[t][n]=s.clone();else if(Array.
isArray(s))if(Cg(s[0])){let r=[];for(let o=0,a=s.length;o<a;o++)r[o]=s[o].clone();e[t][n]=r}else e[t][n]=s.slice();else e[t][n]=s}}return e}function Hn(i){let e={};for(let t=0;t<i.length;t++){let n=Lr(i[t]);for(let s in n)e[s]=n[s]}return e}function Cg(i){return i&&(i.isColor||i.isMatrix3||i.isMatrix4||i.isVector2||i.isVector3||i.isVector4||i.isTexture||i.isQuaternion)}function cb(i){let e=[];for(let t=0;t<i.length;t++)e.push(i[t].clone());return e}function pd(i){let e=i.getRenderTarget();return e===
null?i.outputColorSpace:e.isXRRenderTarget===!0?e.texture.colorSpace:Pt.workingColorSpace}var P0={clone:Lr,merge:Hn},ub=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,hb=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,ts=class extends Ni{constructor(e){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=ub,this.fragmentShader=hb,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,
this.glslVersion=null,e!==void 0&&this.setValues(e)}copy(e){return super.copy(e),this.fragmentShader=e.fragmentShader,this.vertexShader=e.vertexShader,this.uniforms=Lr(e.uniforms),this.uniformsGroups=cb(e.uniformsGroups),this.defines=Object.assign({},e.defines),this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.fog=e.fog,this.lights=e.lights,this.clipping=e.clipping,this.extensions=Object.assign({},e.extensions),this.glslVersion=e.glslVersion,this.defaultAttributeValues=
Object.assign({},e.defaultAttributeValues),this.index0AttributeName=e.index0AttributeName,this.uniformsNeedUpdate=e.uniformsNeedUpdate,this}toJSON(e){let t=super.toJSON(e);t.glslVersion=this.glslVersion,t.uniforms={};for(let s in this.uniforms){let o=this.uniforms[s].value;o&&o.isTexture?t.uniforms[s]={type:"t",value:o.toJSON(e).uuid}:o&&o.isColor?t.uniforms[s]={type:"c",value:o.getHex()}:o&&o.isVector2?t.uniforms[s]={type:"v2",value:o.toArray()}:o&&o.isVector3?t.uniforms[s]={type:"v3",value:o.toArray()}:
o&&o.isVector4?t.uniforms[s]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?t.uniforms[s]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?t.uniforms[s]={type:"m4",value:o.toArray()}:t.uniforms[s]={value:o}}Object.keys(this.defines).length>0&&(t.defines=this.defines),t.vertexShader=this.vertexShader,t.fragmentShader=this.fragmentShader,t.lights=this.lights,t.clipping=this.clipping;let n={};for(let s in this.extensions)this.extensions[s]===!0&&(n[s]=!0);return Object.keys(n).length>0&&(t.extensions=n),
t}fromJSON(e,t){if(super.fromJSON(e,t),e.uniforms!==void 0)for(let n in e.uniforms){let s=e.uniforms[n];switch(this.uniforms[n]={},s.type){case"t":this.uniforms[n].value=t[s.value]||null;break;case"c":this.uniforms[n].value=new ut().setHex(s.value);break;case"v2":this.uniforms[n].value=new Fe().fromArray(s.value);break;case"v3":this.uniforms[n].value=new G().fromArray(s.value);break;case"v4":this.uniforms[n].value=new Nt().fromArray(s.value);break;case"m3":this.uniforms[n].value=new pt().fromArray(
s.value);break;case"m4":this.uniforms[n].value=new vt().fromArray(s.value);break;default:this.uniforms[n].value=s.value}}if(e.defines!==void 0&&(this.defines=e.defines),e.vertexShader!==void 0&&(this.vertexShader=e.vertexShader),e.fragmentShader!==void 0&&(this.fragmentShader=e.fragmentShader),e.glslVersion!==void 0&&(this.glslVersion=e.glslVersion),e.extensions!==void 0)for(let n in e.extensions)this.extensions[n]=e.extensions[n];return e.lights!==void 0&&(this.lights=e.lights),e.clipping!==void 0&&
(this.clipping=e.clipping),this}},zc=class extends ts{constructor(e){super(e),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}},Sr=class extends Ni{constructor(e){super(),this.isMeshStandardMaterial=!0,this.type="MeshStandardMaterial",this.defines={STANDARD:""},this.color=new ut(16777215),this.roughness=1,this.metalness=0,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new ut(0),this.emissiveIntensity=1,this.emissiveMap=null,
this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=ul,this.normalScale=new Fe(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.roughnessMap=null,this.metalnessMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new ji,this.envMapIntensity=1,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.
defines={STANDARD:""},this.color.copy(e.color),this.roughness=e.roughness,this.metalness=e.metalness,this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=
e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.roughnessMap=e.roughnessMap,this.metalnessMap=e.metalnessMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.envMapIntensity=e.envMapIntensity,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}};var Ka=class extends Ni{constructor(e){super(),this.isMeshLambertMaterial=!0,this.type="MeshLambertMaterial",this.color=new ut(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new ut(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=ul,this.normalScale=new Fe(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=
null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new ji,this.combine=jc,this.reflectivity=1,this.envMapIntensity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,
this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.
combine=e.combine,this.reflectivity=e.reflectivity,this.envMapIntensity=e.envMapIntensity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}},Vc=class extends Ni{constructor(e){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=u0,this.map=null,this.alphaMap=null,this.displacementMap=
null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(e)}copy(e){return super.copy(e),this.depthPacking=e.depthPacking,this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this}},Gc=class extends Ni{constructor(e){super(),this.isMeshDistanceMaterial=!0,this.type=
"MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(e)}copy(e){return super.copy(e),this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this}};function qs(i,e){return!i||i.constructor===e?i:typeof e.BYTES_PER_ELEMENT=="number"?new e(i):Array.prototype.slice.call(i)}function Ma(i){return i!==void 0&&i.inTangents!==void 0&&i.outTangents!==void 0}function fb(i){function e(s,r){return i[s]-i[r]}let t=i.length,n=new Array(t);for(let s=0;s!==t;++s)n[s]=s;return n.sort(e),n}function Pg(i,e,t){let n=i.length,s=new i.constructor(n);for(let r=0,o=0;o!==n;++r){let a=t[r]*e;for(let l=0;l!==e;++l)s[o++]=i[a+l]}return s}function db(i,e,t,n){let s=1,
r=i[0];for(;r!==void 0&&r[n]===void 0;)r=i[s++];if(r===void 0)return;let o=r[n];if(o!==void 0)if(Array.isArray(o))do o=r[n],o!==void 0&&(e.push(r.time),t.push(...o)),r=i[s++];while(r!==void 0);else if(o.toArray!==void 0)do o=r[n],o!==void 0&&(e.push(r.time),o.toArray(t,t.length)),r=i[s++];while(r!==void 0);else do o=r[n],o!==void 0&&(e.push(r.time),t.push(o)),r=i[s++];while(r!==void 0)}var Js=class{constructor(e,t,n,s){this.parameterPositions=e,this._cachedIndex=0,this.resultBuffer=s!==void 0?s:new t.constructor(n),this.sampleValues=t,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(e){let t=this.parameterPositions,n=this._cachedIndex,s=t[n],r=t[n-1];n:{e:{let o;t:{i:if(!(e<s)){for(let a=n+2;;){if(s===void 0){if(e<r)break i;return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(r=s,s=t[++n],e<s)break e}o=t.length;break t}if(!(e>=
r)){let a=t[1];e<a&&(n=2,r=a);for(let l=n-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===l)break;if(s=r,r=t[--n-1],e>=r)break e}o=n,n=0;break t}break n}for(;n<o;){let a=n+o>>>1;e<t[a]?o=a:n=a+1}if(s=t[n],r=t[n-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(s===void 0)return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,r,s)}return this.interpolate_(n,r,e,s)}getSettings_(){return this.settings||
this.DefaultSettings_}copySampleValue_(e){let t=this.resultBuffer,n=this.sampleValues,s=this.valueSize,r=e*s;for(let o=0;o!==s;++o)t[o]=n[r+o];return t}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},Hc=class extends Js{constructor(e,t,n,s){super(e,t,n,s),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:Rf,endingEnd:Rf}}intervalChanged_(e,t,n){let s=this.parameterPositions,r=e-2,
o=e+1,a=s[r],l=s[o];if(a===void 0)switch(this.getSettings_().endingStart){case Cf:r=e,a=2*t-n;break;case Pf:r=s.length-2,a=t+s[r]-s[r+1];break;default:r=e,a=n}if(l===void 0)switch(this.getSettings_().endingEnd){case Cf:o=e,l=2*n-t;break;case Pf:o=1,l=n+s[1]-s[0];break;default:o=e-1,l=t}let c=(n-t)*.5,u=this.valueSize;this._weightPrev=c/(t-a),this._weightNext=c/(l-n),this._offsetPrev=r*u,this._offsetNext=o*u}interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,
c=l-a,u=this._offsetPrev,h=this._offsetNext,f=this._weightPrev,d=this._weightNext,p=(n-t)/(s-t),y=p*p,g=y*p,m=-f*g+2*f*y-f*p,v=(1+f)*g+(-1.5-2*f)*y+(-.5+f)*p+1,b=(-1-d)*g+(1.5+d)*y+.5*p,x=d*g-d*y;for(let T=0;T!==a;++T)r[T]=m*o[u+T]+v*o[c+T]+b*o[l+T]+x*o[h+T];return r}},Wc=class extends Js{constructor(e,t,n,s){super(e,t,n,s)}interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,u=(n-t)/(s-t),h=1-u;for(let f=0;f!==a;++f)r[f]=o[c+f]*h+o[l+f]*u;return r}},Xc=class extends Js{constructor(e,t,n,s){
super(e,t,n,s)}interpolate_(e){return this.copySampleValue_(e-1)}},qc=class extends Js{interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,u=this.inTangents,h=this.outTangents;if(!u||!h){let p=(n-t)/(s-t),y=1-p;for(let g=0;g!==a;++g)r[g]=o[c+g]*y+o[l+g]*p;return r}let f=a*2,d=e-1;for(let p=0;p!==a;++p){let y=o[c+p],g=o[l+p],m=d*f+p*2,v=h[m],b=h[m+1],x=e*f+p*2,T=u[x],A=u[x+1],_=mb(n,t,v,T,s);r[p]=I0(_,y,b,A,g)}return r}};function I0(i,e,t,n,s){let r=1-i;
return r*r*r*e+3*r*r*i*t+3*r*i*i*n+i*i*i*s}function pb(i,e,t,n,s){let r=1-i;return 3*r*r*(t-e)+6*r*i*(n-t)+3*i*i*(s-n)}function mb(i,e,t,n,s){let r=(i-e)/(s-e);for(let o=0;o<8;o++){let a=I0(r,e,t,n,s)-i;if(Math.abs(a)<1e-10)break;let l=pb(r,e,t,n,s);if(Math.abs(l)<1e-10)break;r=Math.max(0,Math.min(1,r-a/l))}return r}var ti=class{constructor(e,t,n,s){if(e===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(t===void 0||t.length===0)throw new Error("THREE.KeyframeTrack: no k\
eyframes in track named "+e);this.name=e,this.times=qs(t,this.TimeBufferType),this.values=qs(n,this.ValueBufferType),this.setInterpolation(s||this.DefaultInterpolation)}static toJSON(e){let t=e.constructor,n;if(t.toJSON!==this.toJSON)n=t.toJSON(e);else{n={name:e.name,times:qs(e.times,Array),values:qs(e.values,Array)};let s=e.getInterpolation();s!==e.DefaultInterpolation&&(n.interpolation=s),Ma(e.settings)&&(n.settings={inTangents:qs(e.settings.inTangents,Array),outTangents:qs(e.settings.outTangents,
Array)})}return n.type=e.ValueTypeName,n}InterpolantFactoryMethodDiscrete(e){return new Xc(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodLinear(e){return new Wc(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodSmooth(e){return new Hc(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodBezier(e){let t=new qc(this.times,this.values,this.getValueSize(),e);return this.settings&&(t.inTangents=this.settings.inTangents,t.outTangents=this.settings.
outTangents),t}setInterpolation(e){let t;switch(e){case _r:t=this.InterpolantFactoryMethodDiscrete;break;case bo:t=this.InterpolantFactoryMethodLinear;break;case _c:t=this.InterpolantFactoryMethodSmooth;break;case Ef:t=this.InterpolantFactoryMethodBezier;break}if(t===void 0){let n="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(e!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(
n);return ft("KeyframeTrack:",n),this}return this.createInterpolant=t,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return _r;case this.InterpolantFactoryMethodLinear:return bo;case this.InterpolantFactoryMethodSmooth:return _c;case this.InterpolantFactoryMethodBezier:return Ef}}getValueSize(){return this.values.length/this.times.length}shift(e){if(e!==0){let t=this.times;for(let n=0,s=t.length;n!==s;++n)t[n]+=e;Ma(this.settings)&&(Ig(this.settings.
inTangents,e),Ig(this.settings.outTangents,e))}return this}scale(e){if(e!==1){let t=this.times;for(let n=0,s=t.length;n!==s;++n)t[n]*=e;Ma(this.settings)&&(Lg(this.settings.inTangents,e),Lg(this.settings.outTangents,e))}return this}trim(e,t){let n=this.times,s=n.length,r=0,o=s-1;for(;r!==s&&n[r]<e;)++r;for(;o!==-1&&n[o]>t;)--o;if(++o,r!==0||o!==s){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=n.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let e=!0,
t=this.getValueSize();t-Math.floor(t)!==0&&(xt("KeyframeTrack: Invalid value size in track.",this),e=!1);let n=this.times,s=this.values,r=n.length;r===0&&(xt("KeyframeTrack: Track is empty.",this),e=!1);let o=null;for(let a=0;a!==r;a++){let l=n[a];if(typeof l=="number"&&isNaN(l)){xt("KeyframeTrack: Time is not a valid number.",this,a,l),e=!1;break}if(o!==null&&o>l){xt("KeyframeTrack: Out of order keys.",this,a,l,o),e=!1;break}o=l}if(s!==void 0&&iv(s))for(let a=0,l=s.length;a!==l;++a){let c=s[a];
if(isNaN(c)){xt("KeyframeTrack: Value is not a valid number.",this,a,c),e=!1;break}}return e}optimize(){let e=this.times.slice(),t=this.values.slice(),n=this.getValueSize(),s=this.getInterpolation()===_c,r=e.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=e[a],u=e[a+1];if(c!==u&&(a!==1||c!==e[0]))if(s)l=!0;else{let h=a*n,f=h-n,d=h+n;for(let p=0;p!==n;++p){let y=t[h+p];if(y!==t[f+p]||y!==t[d+p]){l=!0;break}}}if(l){if(a!==o){e[o]=e[a];let h=a*n,f=o*n;for(let d=0;d!==n;++d)t[f+d]=t[h+d]}++o}}if(r>0){e[o]=
e[r];for(let a=r*n,l=o*n,c=0;c!==n;++c)t[l+c]=t[a+c];++o}return o!==e.length?(this.times=e.slice(0,o),this.values=t.slice(0,o*n)):(this.times=e,this.values=t),this}clone(){let e=this.times.slice(),t=this.values.slice(),n=this.constructor,s=new n(this.name,e,t);return s.createInterpolant=this.createInterpolant,Ma(this.settings)&&(s.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),s}};function Ig(i,e){for(let t=0,n=i.length;t!==n;t+=2)i[t]+=e}function Lg(i,e){
for(let t=0,n=i.length;t!==n;t+=2)i[t]*=e}ti.prototype.ValueTypeName="";ti.prototype.TimeBufferType=Float32Array;ti.prototype.ValueBufferType=Float32Array;ti.prototype.DefaultInterpolation=bo;var Ts=class extends ti{constructor(e,t,n){super(e,t,n)}};Ts.prototype.ValueTypeName="bool";Ts.prototype.ValueBufferType=Array;Ts.prototype.DefaultInterpolation=_r;Ts.prototype.InterpolantFactoryMethodLinear=void 0;Ts.prototype.InterpolantFactoryMethodSmooth=void 0;var ja=class extends ti{constructor(e,t,n,s){
super(e,t,n,s)}};ja.prototype.ValueTypeName="color";var No=class extends ti{constructor(e,t,n,s){super(e,t,n,s)}};No.prototype.ValueTypeName="number";var Yc=class extends Js{constructor(e,t,n,s){super(e,t,n,s)}interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(n-t)/(s-t),c=e*a;for(let u=c+a;c!==u;c+=4)en.slerpFlat(r,0,o,c-a,o,c,l);return r}},Ks=class extends ti{constructor(e,t,n,s){super(e,t,n,s)}InterpolantFactoryMethodLinear(e){return new Yc(this.times,this.values,
this.getValueSize(),e)}};Ks.prototype.ValueTypeName="quaternion";Ks.prototype.InterpolantFactoryMethodSmooth=void 0;var As=class extends ti{constructor(e,t,n){super(e,t,n)}};As.prototype.ValueTypeName="string";As.prototype.ValueBufferType=Array;As.prototype.DefaultInterpolation=_r;As.prototype.InterpolantFactoryMethodLinear=void 0;As.prototype.InterpolantFactoryMethodSmooth=void 0;var wr=class extends ti{constructor(e,t,n,s){super(e,t,n,s)}};wr.prototype.ValueTypeName="vector";var Qa=class{constructor(e="",t=-1,n=[],s=c0){
this.name=e,this.tracks=n,this.duration=t,this.blendMode=s,this.uuid=tr(),this.userData={},this.duration<0&&this.resetDuration()}static parse(e){let t=[],n=e.tracks,s=1/(e.fps||1);for(let o=0,a=n.length;o!==a;++o)t.push(xb(n[o]).scale(s));let r=new this(e.name,e.duration,t,e.blendMode);return r.uuid=e.uuid,r.userData=JSON.parse(e.userData||"{}"),r}static toJSON(e){let t=[],n=e.tracks,s={name:e.name,duration:e.duration,tracks:t,uuid:e.uuid,blendMode:e.blendMode,userData:JSON.stringify(e.userData)};
for(let r=0,o=n.length;r!==o;++r)t.push(ti.toJSON(n[r]));return s}static CreateFromMorphTargetSequence(e,t,n,s){let r=t.length,o=[];for(let a=0;a<r;a++){let l=[],c=[];l.push((a+r-1)%r,a,(a+1)%r),c.push(0,1,0);let u=fb(l);l=Pg(l,1,u),c=Pg(c,1,u),!s&&l[0]===0&&(l.push(r),c.push(c[0])),o.push(new No(".morphTargetInfluences["+t[a].name+"]",l,c).scale(1/n))}return new this(e,-1,o)}static findByName(e,t){let n=e;if(!Array.isArray(e)){let s=e;n=s.geometry&&s.geometry.animations||s.animations}for(let s=0;s<
n.length;s++)if(n[s].name===t)return n[s];return null}static CreateClipsFromMorphTargetSequences(e,t,n){let s={},r=/^([\w-]*?)([\d]+)$/;for(let a=0,l=e.length;a<l;a++){let c=e[a],u=c.name.match(r);if(u&&u.length>1){let h=u[1],f=s[h];f||(s[h]=f=[]),f.push(c)}}let o=[];for(let a in s)o.push(this.CreateFromMorphTargetSequence(a,s[a],t,n));return o}resetDuration(){let e=this.tracks,t=0;for(let n=0,s=e.length;n!==s;++n){let r=this.tracks[n];t=Math.max(t,r.times[r.times.length-1])}return this.duration=
t,this}trim(){for(let e=0;e<this.tracks.length;e++)this.tracks[e].trim(0,this.duration);return this}validate(){let e=!0;for(let t=0;t<this.tracks.length;t++)e=e&&this.tracks[t].validate();return e}optimize(){for(let e=0;e<this.tracks.length;e++)this.tracks[e].optimize();return this}clone(){let e=[];for(let n=0;n<this.tracks.length;n++)e.push(this.tracks[n].clone());let t=new this.constructor(this.name,this.duration,e,this.blendMode);return t.userData=JSON.parse(JSON.stringify(this.userData)),t}toJSON(){
return this.constructor.toJSON(this)}};function gb(i){switch(i.toLowerCase()){case"scalar":case"double":case"float":case"number":case"integer":return No;case"vector":case"vector2":case"vector3":case"vector4":return wr;case"color":return ja;case"quaternion":return Ks;case"bool":case"boolean":return Ts;case"string":return As}throw new Error("THREE.KeyframeTrack: Unsupported typeName: "+i)}function xb(i){if(i.type===void 0)throw new Error("THREE.KeyframeTrack: track type undefined, can not parse");
let e=gb(i.type);if(i.times===void 0){let n=[],s=[];db(i.keys,n,s,"value"),i.times=n,i.values=s}let t;return e.parse!==void 0?t=e.parse(i):t=new e(i.name,i.times,i.values,i.interpolation),Ma(i.settings)&&(t.settings={inTangents:qs(i.settings.inTangents,Float32Array),outTangents:qs(i.settings.outTangents,Float32Array)}),t}var $c=class{constructor(e,t,n){let s=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=e,this.onProgress=t,this.onError=n,this._abortController=null,this.itemStart=function(u){a++,r===!1&&s.onStart!==void 0&&s.onStart(u,o,a),r=!0},this.itemEnd=function(u){o++,s.onProgress!==void 0&&s.onProgress(u,o,a),o===a&&(r=!1,s.onLoad!==void 0&&s.onLoad())},this.itemError=function(u){s.onError!==void 0&&s.onError(u)},this.resolveURL=function(u){return u=u.normalize("NFC"),l?l(u):u},this.setURLModifier=
function(u){return l=u,this},this.addHandler=function(u,h){return c.push(u,h),this},this.removeHandler=function(u){let h=c.indexOf(u);return h!==-1&&c.splice(h,2),this},this.getHandler=function(u){for(let h=0,f=c.length;h<f;h+=2){let d=c[h],p=c[h+1];if(d.global&&(d.lastIndex=0),d.test(u))return p}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this.
_abortController}},L0=new $c,Zc=class{constructor(e){this.manager=e!==void 0?e:L0,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(e,t){let n=this;return new Promise(function(s,r){n.load(e,s,t,r)})}parse(){}setCrossOrigin(e){return this.crossOrigin=e,this}setWithCredentials(e){
return this.withCredentials=e,this}setPath(e){return this.path=e,this}setResourcePath(e){return this.resourcePath=e,this}setRequestHeader(e){return this.requestHeader=e,this}setPriority(e){return this.priority=e,this}setCache(e){return this.cache=e,this}abort(){return this}};Zc.DEFAULT_MATERIAL_NAME="__DEFAULT";var Uo=class extends Dn{static registerNode(e){this.prototype._lightNode=e}constructor(e,t=1){super(),this.isLight=!0,this.type="Light",this.color=new ut(e),this.intensity=t}copy(e,t){return super.copy(e,t),this.color.copy(e.color),this.intensity=e.intensity,this}toJSON(e){let t=super.toJSON(e);return t.object.color=this.color.getHex(),t.object.intensity=this.intensity,t}},el=class extends Uo{constructor(e,t,n){super(e,n),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(Dn.
DEFAULT_UP),this.updateMatrix(),this.groundColor=new ut(t)}copy(e,t){return super.copy(e,t),this.groundColor.copy(e.groundColor),this}toJSON(e){let t=super.toJSON(e);return t.object.groundColor=this.groundColor.getHex(),t}},Af=new vt,Dg=new G,Ng=new G,Jc=class{constructor(e){this.camera=e,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new Fe(512,512),this.mapType=ni,this.map=null,this.mapPass=null,this.matrix=new vt,this.autoUpdate=
!0,this.needsUpdate=!1,this._frustum=new Qi,this._frameExtents=new Fe(1,1),this._viewportCount=1,this._viewports=[new Nt(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(e){let t=this.camera;Dg.setFromMatrixPosition(e.matrixWorld),t.position.copy(Dg),Ng.setFromMatrixPosition(e.target.matrixWorld),t.lookAt(Ng),t.updateMatrixWorld(),this._updateMatrix(t,this.matrix,this._frustum)}_updateMatrix(e,t,n,s){Af.multiplyMatrices(
e.projectionMatrix,e.matrixWorldInverse),n.setFromProjectionMatrix(Af,e.coordinateSystem,e.reversedDepth);let r=this._frameExtents,o=s?s.z/r.x:1,a=s?s.w/r.y:1,l=s?s.x/r.x:0,c=s?s.y/r.y:0;e.coordinateSystem===Mo||e.reversedDepth?t.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,1,0,0,0,0,1):t.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,.5,.5,0,0,0,1),t.multiply(Af)}getViewport(e){return this._viewports[e]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.
dispose()}copy(e){return this.camera=e.camera.clone(),this.intensity=e.intensity,this.bias=e.bias,this.radius=e.radius,this.autoUpdate=e.autoUpdate,this.needsUpdate=e.needsUpdate,this.normalBias=e.normalBias,this.blurSamples=e.blurSamples,this.mapSize.copy(e.mapSize),this.mapType=e.mapType,this.biasNode=e.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let e={};return e.intensity=this.intensity,e.bias=this.bias,e.normalBias=this.normalBias,e.radius=this.radius,e.blurSamples=
this.blurSamples,e.mapSize=this.mapSize.toArray(),e.mapType=this.mapType,e.camera=this.camera.toJSON(!1).object,delete e.camera.matrix,e}},gc=new G,xc=new en,Ji=new G,Tr=class extends Dn{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new vt,this.projectionMatrix=new vt,this.projectionMatrixInverse=new vt,this.coordinateSystem=Si,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(e,t){return super.copy(e,t),this.matrixWorldInverse.copy(e.
matrixWorldInverse),this.projectionMatrix.copy(e.projectionMatrix),this.projectionMatrixInverse.copy(e.projectionMatrixInverse),this.coordinateSystem=e.coordinateSystem,this}getWorldDirection(e){return super.getWorldDirection(e).negate()}updateMatrixWorld(e){super.updateMatrixWorld(e),this.matrixWorld.decompose(gc,xc,Ji),Ji.x===1&&Ji.y===1&&Ji.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(gc,xc,Ji.set(1,1,1)).invert()}updateWorldMatrix(e,t,n=!1){super.
updateWorldMatrix(e,t,n),this.matrixWorld.decompose(gc,xc,Ji),Ji.x===1&&Ji.y===1&&Ji.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(gc,xc,Ji.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},Xs=new G,Ug=new Fe,Fg=new Fe,Jn=class extends Tr{constructor(e=50,t=1,n=.1,s=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=e,this.zoom=1,this.near=n,this.far=s,this.focus=10,this.aspect=t,this.view=null,this.
filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.fov=e.fov,this.zoom=e.zoom,this.near=e.near,this.far=e.far,this.focus=e.focus,this.aspect=e.aspect,this.view=e.view===null?null:Object.assign({},e.view),this.filmGauge=e.filmGauge,this.filmOffset=e.filmOffset,this}setFocalLength(e){let t=.5*this.getFilmHeight()/e;this.fov=wo*2*Math.atan(t),this.updateProjectionMatrix()}getFocalLength(){let e=Math.tan(go*.5*this.fov);return .5*this.getFilmHeight()/e}getEffectiveFOV(){
return wo*2*Math.atan(Math.tan(go*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(e,t,n){Xs.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),t.set(Xs.x,Xs.y).multiplyScalar(-e/Xs.z),Xs.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(Xs.x,Xs.y).multiplyScalar(-e/Xs.z)}getViewSize(e,t){return this.getViewBounds(e,Ug,Fg),t.subVectors(Fg,Ug)}setViewOffset(e,t,n,s,r,o){
this.aspect=e/t,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=this.near,t=e*Math.tan(go*.5*this.fov)/this.zoom,n=2*t,s=this.aspect*n,r=-.5*s,o=this.
view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*s/l,t-=o.offsetY*n/c,s*=o.width/l,n*=o.height/c}let a=this.filmOffset;a!==0&&(r+=e*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+s,t,t-n,e,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.fov=this.fov,t.object.zoom=this.zoom,t.object.near=this.near,t.object.far=this.far,t.object.
focus=this.focus,t.object.aspect=this.aspect,this.view!==null&&(t.object.view=Object.assign({},this.view)),t.object.filmGauge=this.filmGauge,t.object.filmOffset=this.filmOffset,t}};var js=class extends Tr{constructor(e=-1,t=1,n=1,s=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=e,this.right=t,this.top=n,this.bottom=s,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.left=e.left,this.right=e.right,this.top=e.top,this.bottom=e.bottom,this.near=e.near,this.far=e.far,this.zoom=e.zoom,this.view=e.view===null?null:Object.assign({},e.view),this}setViewOffset(e,t,n,s,r,o){
this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=(this.right-this.left)/(2*this.zoom),t=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,
s=(this.top+this.bottom)/2,r=n-e,o=n+e,a=s+t,l=s-t;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,u=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=u*this.view.offsetY,l=a-u*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(
e);return t.object.zoom=this.zoom,t.object.left=this.left,t.object.right=this.right,t.object.top=this.top,t.object.bottom=this.bottom,t.object.near=this.near,t.object.far=this.far,this.view!==null&&(t.object.view=Object.assign({},this.view)),t}},Nf=class extends Jc{constructor(){super(new js(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},tl=class extends Uo{constructor(e,t){super(e,t),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(Dn.DEFAULT_UP),this.updateMatrix(),
this.target=new Dn,this.shadow=new Nf}dispose(){super.dispose(),this.shadow.dispose()}copy(e){return super.copy(e),this.target=e.target.clone(),this.shadow=e.shadow.clone(),this}toJSON(e){let t=super.toJSON(e);return t.object.shadow=this.shadow.toJSON(),t.object.target=this.target.uuid,t}},nl=class extends Uo{constructor(e,t){super(e,t),this.isAmbientLight=!0,this.type="AmbientLight"}};var po=-90,mo=1,Fo=class extends Dn{constructor(e,t,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let s=new Jn(po,mo,e,t);s.layers=this.layers,this.add(s);let r=new Jn(po,mo,e,t);r.layers=this.layers,this.add(r);let o=new Jn(po,mo,e,t);o.layers=this.layers,this.add(o);let a=new Jn(po,mo,e,t);a.layers=this.layers,this.add(a);let l=new Jn(po,mo,e,t);l.layers=this.layers,this.add(l);let c=new Jn(po,mo,e,t);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){
let e=this.coordinateSystem,t=this.children.concat(),[n,s,r,o,a,l]=t;for(let c of t)this.remove(c);if(e===Si)n.up.set(0,1,0),n.lookAt(1,0,0),s.up.set(0,1,0),s.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(e===Mo)n.up.set(0,-1,0),n.lookAt(-1,0,0),s.up.set(0,-1,0),s.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,
0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+e);for(let c of t)this.add(c),c.updateMatrixWorld()}update(e,t){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:s}=this;this.coordinateSystem!==e.coordinateSystem&&(this.coordinateSystem=e.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,u]=this.children,h=e.getRenderTarget(),f=e.getActiveCubeFace(),d=e.getActiveMipmapLevel(),p=e.xr.enabled;
e.xr.enabled=!1;let y=n.texture.mipmapsAutoUpdate;n.texture.mipmapsAutoUpdate=!1;let g=!1;e.isWebGLRenderer===!0?g=e.state.buffers.depth.getReversed():g=e.reversedDepthBuffer,e.setRenderTarget(n,0,s),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,r),e.setRenderTarget(n,1,s),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,o),e.setRenderTarget(n,2,s),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,a),e.setRenderTarget(n,3,s),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,l),e.setRenderTarget(n,4,s),
g&&e.autoClear===!1&&e.clearDepth(),e.render(t,c),n.texture.mipmapsAutoUpdate=y,e.setRenderTarget(n,5,s),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,u),e.setRenderTarget(h,f,d),e.xr.enabled=p,n.texture.needsPMREMUpdate=!0}},Kc=class extends Jn{constructor(e=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=e,this.perCameraFrustumCulled=!1}};var md="\\[\\]\\.:\\/",_b=new RegExp("["+md+"]","g"),gd="[^"+md+"]",yb="[^"+md.replace("\\.","")+"]",vb=/((?:WC+[\/:])*)/.source.replace("WC",gd),bb=/(WCOD+)?/.source.replace("WCOD",yb),Mb=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",gd),Sb=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",gd),wb=new RegExp("^"+vb+bb+Mb+Sb+"$"),Tb=["material","materials","bones","map"],Uf=class{constructor(e,t,n){let s=n||Bt.parseTrackName(t);this._targetGroup=e,this._bindings=e.subscribe_(t,s)}getValue(e,t){this.bind();
let n=this._targetGroup.nCachedObjects_,s=this._bindings[n];s!==void 0&&s.getValue(e,t)}setValue(e,t){let n=this._bindings;for(let s=this._targetGroup.nCachedObjects_,r=n.length;s!==r;++s)n[s].setValue(e,t)}bind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].bind()}unbind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].unbind()}},Bt=class i{constructor(e,t,n){this.path=t,this.parsedPath=n||i.parseTrackName(
t),this.node=i.findNode(e,this.parsedPath.nodeName),this.rootNode=e,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(e,t,n){return e&&e.isAnimationObjectGroup?new i.Composite(e,t,n):new i(e,t,n)}static sanitizeNodeName(e){return e.replace(/\s/g,"_").replace(_b,"")}static parseTrackName(e){let t=wb.exec(e);if(t===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+e);let n={nodeName:t[2],objectName:t[3],objectIndex:t[4],propertyName:t[5],propertyIndex:t[6]},
s=n.nodeName&&n.nodeName.lastIndexOf(".");if(s!==void 0&&s!==-1){let r=n.nodeName.substring(s+1);Tb.indexOf(r)!==-1&&(n.nodeName=n.nodeName.substring(0,s),n.objectName=r)}if(n.propertyName===null||n.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+e);return n}static findNode(e,t){if(t===void 0||t===""||t==="."||t===-1||t===e.name||t===e.uuid)return e;if(e.skeleton){let n=e.skeleton.getBoneByName(t);if(n!==void 0)return n}if(e.children){
let n=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===t||a.uuid===t)return a;let l=n(a.children);if(l)return l}return null},s=n(e.children);if(s)return s}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(e,t){e[t]=this.targetObject[this.propertyName]}_getValue_array(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)e[t++]=n[s]}_getValue_arrayElement(e,t){e[t]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(e,t){this.resolvedProperty.
toArray(e,t)}_setValue_direct(e,t){this.targetObject[this.propertyName]=e[t]}_setValue_direct_setNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=e[t++]}_setValue_array_setNeedsUpdate(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==
r;++s)n[s]=e[t++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=e[t++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(e,t){this.resolvedProperty[this.propertyIndex]=e[t]}_setValue_arrayElement_setNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=
e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(e,t){this.resolvedProperty.fromArray(e,t)}_setValue_fromArray_setNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(e,t){this.bind(),this.getValue(e,t)}_setValue_unbound(e,t){this.bind(),this.setValue(e,t)}bind(){let e=this.node,t=this.parsedPath,
n=t.objectName,s=t.propertyName,r=t.propertyIndex;if(e||(e=i.findNode(this.rootNode,t.nodeName),this.node=e),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!e){ft("PropertyBinding: No target node found for track: "+this.path+".");return}if(n){let c=t.objectIndex;switch(n){case"materials":if(!e.material){xt("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.materials){xt("PropertyBinding: Can not bind to mat\
erial.materials as node.material does not have a materials array.",this);return}e=e.material.materials;break;case"bones":if(!e.skeleton){xt("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}e=e.skeleton.bones;for(let u=0;u<e.length;u++)if(e[u].name===c){c=u;break}break;case"map":if("map"in e){e=e.map;break}if(!e.material){xt("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.map){xt("PropertyBinding: Can\
 not bind to material.map as node.material does not have a map.",this);return}e=e.material.map;break;default:if(e[n]===void 0){xt("PropertyBinding: Can not bind to objectName of node undefined.",this);return}e=e[n]}if(c!==void 0){if(e[c]===void 0){xt("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,e);return}e=e[c]}}let o=e[s];if(o===void 0){let c=t.nodeName;xt("PropertyBinding: Trying to update property for track: "+c+"."+s+" but it wasn't found.",e);return}
let a=this.Versioning.None;this.targetObject=e,e.isMaterial===!0?a=this.Versioning.NeedsUpdate:e.isObject3D===!0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(s==="morphTargetInfluences"){if(!e.geometry){xt("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!e.geometry.morphAttributes){xt("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttr\
ibutes.",this);return}e.morphTargetDictionary[r]!==void 0&&(r=e.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=s;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=
this._getValue_unbound,this.setValue=this._setValue_unbound}};Bt.Composite=Uf;Bt.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};Bt.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};Bt.prototype.GetterByBindingType=[Bt.prototype._getValue_direct,Bt.prototype._getValue_array,Bt.prototype._getValue_arrayElement,Bt.prototype._getValue_toArray];Bt.prototype.SetterByBindingTypeAndVersioning=[[Bt.prototype._setValue_direct,Bt.prototype._setValue_direct_setNeedsUpdate,
Bt.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[Bt.prototype._setValue_array,Bt.prototype._setValue_array_setNeedsUpdate,Bt.prototype._setValue_array_setMatrixWorldNeedsUpdate],[Bt.prototype._setValue_arrayElement,Bt.prototype._setValue_arrayElement_setNeedsUpdate,Bt.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[Bt.prototype._setValue_fromArray,Bt.prototype._setValue_fromArray_setNeedsUpdate,Bt.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var LA=new Float32Array(1);var Og=new vt,il=class{constructor(e,t,n=0,s=1/0){this.ray=new Ro(e,t),this.near=n,this.far=s,this.camera=null,this.layers=new Ao,this.params={Mesh:{},Line:{threshold:1},LOD:{},Points:{threshold:1},Sprite:{}}}set(e,t){this.ray.set(e,t)}setFromCamera(e,t){t.isPerspectiveCamera?(this.ray.origin.setFromMatrixPosition(t.matrixWorld),this.ray.direction.set(e.x,e.y,.5).unproject(t).sub(this.ray.origin).normalize(),this.camera=t):t.isOrthographicCamera?(this.ray.origin.set(e.x,e.y,t.projectionMatrix.elements[14]).
unproject(t),this.ray.direction.set(0,0,-1).transformDirection(t.matrixWorld),this.camera=t):xt("Raycaster: Unsupported camera type: "+t.type)}setFromXRController(e){return Og.identity().extractRotation(e.matrixWorld),this.ray.origin.setFromMatrixPosition(e.matrixWorld),this.ray.direction.set(0,0,-1).applyMatrix4(Og),this}intersectObject(e,t=!0,n=[]){return Ff(e,this,n,t),n.sort(Bg),n}intersectObjects(e,t=!0,n=[]){for(let s=0,r=e.length;s<r;s++)Ff(e[s],this,n,t);return n.sort(Bg),n}};function Bg(i,e){
return i.distance-e.distance}function Ff(i,e,t,n){let s=!0;if(i.layers.test(e.layers)&&i.raycast(e,t)===!1&&(s=!1),s===!0&&n===!0){let r=i.children;for(let o=0,a=r.length;o<a;o++)Ff(r[o],e,t,!0)}}var Of=class{static{this.prototype.isMatrix2=!0}constructor(e,t,n,s){this.elements=[1,0,0,1],e!==void 0&&this.set(e,t,n,s)}identity(){return this.set(1,0,0,1),this}fromArray(e,t=0){for(let n=0;n<4;n++)this.elements[n]=e[n+t];return this}set(e,t,n,s){let r=this.elements;return r[0]=e,r[2]=t,r[1]=n,r[3]=s,this}},kg=new Fe,Oo=class{constructor(e=new Fe(1/0,1/0),t=new Fe(-1/0,-1/0)){this.isBox2=!0,this.min=e,this.max=t}set(e,t){return this.min.copy(e),this.max.copy(t),this}setFromPoints(e){this.makeEmpty();
for(let t=0,n=e.length;t<n;t++)this.expandByPoint(e[t]);return this}setFromCenterAndSize(e,t){let n=kg.copy(t).multiplyScalar(.5);return this.min.copy(e).sub(n),this.max.copy(e).add(n),this}clone(){return new this.constructor().copy(this)}copy(e){return this.min.copy(e.min),this.max.copy(e.max),this}makeEmpty(){return this.min.x=this.min.y=1/0,this.max.x=this.max.y=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y}getCenter(e){return this.isEmpty()?e.set(0,0):e.addVectors(this.
min,this.max).multiplyScalar(.5)}getSize(e){return this.isEmpty()?e.set(0,0):e.subVectors(this.max,this.min)}expandByPoint(e){return this.min.min(e),this.max.max(e),this}expandByVector(e){return this.min.sub(e),this.max.add(e),this}expandByScalar(e){return this.min.addScalar(-e),this.max.addScalar(e),this}containsPoint(e){return e.x>=this.min.x&&e.x<=this.max.x&&e.y>=this.min.y&&e.y<=this.max.y}containsBox(e){return this.min.x<=e.min.x&&e.max.x<=this.max.x&&this.min.y<=e.min.y&&e.max.y<=this.max.
y}getParameter(e,t){return t.set((e.x-this.min.x)/(this.max.x-this.min.x),(e.y-this.min.y)/(this.max.y-this.min.y))}intersectsBox(e){return e.max.x>=this.min.x&&e.min.x<=this.max.x&&e.max.y>=this.min.y&&e.min.y<=this.max.y}clampPoint(e,t){return t.copy(e).clamp(this.min,this.max)}distanceToPoint(e){return this.clampPoint(e,kg).distanceTo(e)}intersect(e){return this.min.max(e.min),this.max.min(e.max),this.isEmpty()&&this.makeEmpty(),this}union(e){return this.min.min(e.min),this.max.max(e.max),this}translate(e){
return this.min.add(e),this.max.add(e),this}equals(e){return e.min.equals(this.min)&&e.max.equals(this.max)}};function xd(i,e,t,n){let s=Ab(n);switch(t){case nd:return i*e;case sd:return i*e/s.components*s.byteLength;case ru:return i*e/s.components*s.byteLength;case er:return i*e*2/s.components*s.byteLength;case ou:return i*e*2/s.components*s.byteLength;case id:return i*e*3/s.components*s.byteLength;case pi:return i*e*4/s.components*s.byteLength;case au:return i*e*4/s.components*s.byteLength;case sl:case rl:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*8;case ol:case al:return Math.floor((i+3)/4)*Math.
floor((e+3)/4)*16;case cu:case hu:return Math.max(i,16)*Math.max(e,8)/4;case lu:case uu:return Math.max(i,8)*Math.max(e,8)/2;case fu:case du:case mu:case gu:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*8;case pu:case ll:case xu:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*16;case _u:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*16;case yu:return Math.floor((i+4)/5)*Math.floor((e+3)/4)*16;case vu:return Math.floor((i+4)/5)*Math.floor((e+4)/5)*16;case bu:return Math.floor((i+5)/6)*Math.floor(
(e+4)/5)*16;case Mu:return Math.floor((i+5)/6)*Math.floor((e+5)/6)*16;case Su:return Math.floor((i+7)/8)*Math.floor((e+4)/5)*16;case wu:return Math.floor((i+7)/8)*Math.floor((e+5)/6)*16;case Tu:return Math.floor((i+7)/8)*Math.floor((e+7)/8)*16;case Au:return Math.floor((i+9)/10)*Math.floor((e+4)/5)*16;case Eu:return Math.floor((i+9)/10)*Math.floor((e+5)/6)*16;case Ru:return Math.floor((i+9)/10)*Math.floor((e+7)/8)*16;case Cu:return Math.floor((i+9)/10)*Math.floor((e+9)/10)*16;case Pu:return Math.
floor((i+11)/12)*Math.floor((e+9)/10)*16;case Iu:return Math.floor((i+11)/12)*Math.floor((e+11)/12)*16;case Lu:case Du:case Nu:return Math.ceil(i/4)*Math.ceil(e/4)*16;case Uu:case Fu:return Math.ceil(i/4)*Math.ceil(e/4)*8;case cl:case Ou:return Math.ceil(i/4)*Math.ceil(e/4)*16}throw new Error(`Unable to determine texture byte length for ${t} format.`)}function Ab(i){switch(i){case ni:case jf:return{byteLength:1,components:1};case Go:case Qf:case Bi:return{byteLength:2,components:1};case iu:case su:
return{byteLength:2,components:4};case Fi:case nu:case Oi:return{byteLength:4,components:1};case ed:case td:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${i}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?ft("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function ex(){let i=null,e=!1,t=null,n=null;function s(r,o){n=i.requestAnimationFrame(s),t(r,o)}return{start:function(){e!==!0&&t!==null&&i!==null&&(n=i.requestAnimationFrame(s),e=!0)},stop:function(){i!==null&&i.cancelAnimationFrame(n),e=!1},setAnimationLoop:function(r){t=r},setContext:function(r){i=r}}}function Db(i){let e=new WeakMap;function t(a,l){let c=a.array,u=a.usage,h=c.byteLength,f=i.createBuffer();i.bindBuffer(l,f),i.bufferData(l,c,u),a.onUploadCallback();let d;if(c instanceof Float32Array)
d=i.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)d=i.HALF_FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?d=i.HALF_FLOAT:d=i.UNSIGNED_SHORT;else if(c instanceof Int16Array)d=i.SHORT;else if(c instanceof Uint32Array)d=i.UNSIGNED_INT;else if(c instanceof Int32Array)d=i.INT;else if(c instanceof Int8Array)d=i.BYTE;else if(c instanceof Uint8Array)d=i.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)d=i.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes\
: Unsupported buffer data format: "+c);return{buffer:f,type:d,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:h}}function n(a,l,c){let u=l.array,h=l.updateRanges;if(i.bindBuffer(c,a),h.length===0)i.bufferSubData(c,0,u);else{h.sort((d,p)=>d.start-p.start);let f=0;for(let d=1;d<h.length;d++){let p=h[f],y=h[d];y.start<=p.start+p.count+1?p.count=Math.max(p.count,y.start+y.count-p.start):(++f,h[f]=y)}h.length=f+1;for(let d=0,p=h.length;d<p;d++){let y=h[d];i.bufferSubData(c,y.start*u.BYTES_PER_ELEMENT,
u,y.start,y.count)}l.clearUpdateRanges()}l.onUploadCallback()}function s(a){return a.isInterleavedBufferAttribute&&(a=a.data),e.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=e.get(a);l&&(i.deleteBuffer(l.buffer),e.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let u=e.get(a);(!u||u.version<a.version)&&e.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=e.get(a);if(c===void 0)e.
set(a,t(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(c.buffer,a,l),c.version=a.version}}return{get:s,remove:r,update:o}}var Nb=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,Ub=`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,Fb=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,Ob=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,Bb=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,kb=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,zb=`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,Vb=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,Gb=`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec4 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 );
	}
#endif`,Hb=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,Wb=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,Xb=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,qb=`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,Yb=`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,$b=`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,Zb=`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,Jb=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,Kb=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,jb=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,Qb=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,eM=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,tM=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,nM=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec4( 1.0 );
#endif
#ifdef USE_COLOR_ALPHA
	vColor *= color;
#elif defined( USE_COLOR )
	vColor.rgb *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.rgb *= instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
	vColor *= getBatchingColor( getIndirectIndex( gl_DrawID ) );
#endif`,iM=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix( in vec3 normal, in mat4 viewMatrix ) {
	return normalize( ( vec4( normal, 0.0 ) * viewMatrix ).xyz );
}
vec3 transformDirectionByInverseViewMatrix( in vec3 dir, in mat4 viewMatrix ) {
	return normalize( ( vec4( dir, 0.0 ) * viewMatrix ).xyz );
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,sM=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
#endif`,rM=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,oM=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,aM=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,lM=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,cM="gl_FragColor = linearToOutputTexel( gl_FragColor );",uM=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,hM=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * reflectVec );
		#ifdef ENVMAP_BLENDING_MULTIPLY
			outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_MIX )
			outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_ADD )
			outgoingLight += envColor.xyz * specularStrength * reflectivity;
		#endif
	#endif
#endif`,fM=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,dM=`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,pM=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,mM=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,gM=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,xM=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,_M=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,yM=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,vM=`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,bM=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,MM=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,SM=`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,wM=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_SUN_LIGHTS > 0
	struct SunLight {
		vec3 direction;
		vec3 color;
	};
	uniform SunLight sunLights[ NUM_SUN_LIGHTS ];
	void getSunLightInfo( const in SunLight sunLight, out IncidentLight light ) {
		light.color = sunLight.color;
		light.direction = sunLight.direction;
		light.visible = true;
	}
#endif
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif
#include <lightprobes_pars_fragment>`,TM=`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * worldNormal, ENVMAP_MAX_LOD );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, pow4( roughness ) ) );
			reflectVec = transformDirectionByInverseViewMatrix( reflectVec, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * reflectVec, roughnessToMip( roughness ) );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_RETROREFLECTION
		vec3 getIBLRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 retroVec = normalize( mix( viewDir, normal, pow4( roughness ) ) );
				retroVec = transformDirectionByInverseViewMatrix( retroVec, viewMatrix );
				vec4 envMapColor = textureLod( envMap, envMapRotation * retroVec, roughnessToMip( roughness ) );
				return envMapColor.rgb * envMapIntensity;
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
		#ifdef USE_RETROREFLECTION
			vec3 getIBLAnisotropyRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
				#ifdef ENVMAP_TYPE_PMREM
					vec3 bentNormal = cross( bitangent, viewDir );
					bentNormal = normalize( cross( bentNormal, bitangent ) );
					bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
					return getIBLRetroRadiance( viewDir, bentNormal, roughness );
				#else
					return vec3( 0.0 );
				#endif
			}
		#endif
	#endif
#endif`,AM=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,EM=`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,RM=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,CM=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,PM=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.diffuseContribution = diffuseColor.rgb * ( 1.0 - metalnessFactor );
material.metalness = metalnessFactor;
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.045 );
material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef USE_DIFFUSE_ROUGHNESS
	float diffuseRoughnessFactor = diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		diffuseRoughnessFactor *= texture2D( diffuseRoughnessMap, vDiffuseRoughnessMapUv ).r;
	#endif
	material.diffuseRoughness = saturate( diffuseRoughnessFactor );
#endif
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor;
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = vec3( 0.04 );
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.045 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_RETROREFLECTION
	material.retroreflectivity = retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.0001, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,IM=`uniform sampler2D dfgLUT;
struct PhysicalMaterial {
	vec3 diffuseColor;
	vec3 diffuseContribution;
	vec3 specularColor;
	vec3 specularColorBlended;
	float roughness;
	float metalness;
	float specularF90;
	float dispersion;
	vec2 dfg;
	vec3 multiScatteringCompensation;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float diffuseRoughness;
	#endif
	#ifdef USE_RETROREFLECTION
		float retroreflectivity;
	#endif
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0Dielectric;
		vec3 iridescenceF0Metallic;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
#ifdef USE_DIFFUSE_ROUGHNESS
	const float EON_EPSILON = 1e-7;
	float FON_DirectionalAlbedo( const in float mu, const in float roughness, const in float A ) {
		float muComp = 1.0 - mu;
		float gOverPi = muComp * ( 0.0571085289 + muComp * ( 0.491881867 + muComp * ( - 0.332181442 + muComp * 0.0714429953 ) ) );
		return A * ( 1.0 + roughness * gOverPi );
	}
	vec3 BRDF_EON( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 diffuseColor, const in float roughness ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return BRDF_Lambert( rho );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float s = dot( lightDir, viewDir ) - dotNL * dotNV;
		float sOverT = ( s > 0.0 ) ? s / max( max( dotNL, dotNV ), EON_EPSILON ) : s;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		vec3 singleScatter = rho * RECIPROCAL_PI * A * ( 1.0 + roughness * sOverT );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		float albedoV = FON_DirectionalAlbedo( dotNV, roughness, A );
		float albedoL = FON_DirectionalAlbedo( dotNL, roughness, A );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		vec3 multiScatter = rhoMultiScatter * RECIPROCAL_PI
			* max( EON_EPSILON, 1.0 - albedoV )
			* max( EON_EPSILON, 1.0 - albedoL )
			/ max( EON_EPSILON, 1.0 - averageAlbedo );
		return singleScatter + multiScatter;
	}
	vec3 EON_DirectionalAlbedo( const in vec3 diffuseColor, const in float roughness, const in float dotNV ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return rho;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		float directionalAlbedo = FON_DirectionalAlbedo( dotNV, roughness, A );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		return rho * directionalAlbedo + rhoMultiScatter * ( 1.0 - directionalAlbedo );
	}
#endif
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		return 0.5 / max( gv + gl, EPSILON );
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = max( material.clearcoatRoughness, 0.045 );
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColorBlended;
	float f90 = material.specularF90;
	float roughness = max( material.roughness, 0.045 );
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float alphaT = max( material.alphaT, alpha );
		float V = V_GGX_SmithCorrelated_Anisotropic( alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transpose( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float rInv = 1.0 / ( roughness + 0.1 );
	float a = -1.9362 + 1.0678 * roughness + 0.4573 * r2 - 0.8469 * rInv;
	float b = -0.6014 + 0.5538 * roughness - 0.4670 * r2 - 0.1255 * rInv;
	float DG = exp( a * dotNV + b );
	return saturate( DG );
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	vec2 fab = texture2D( dfgLUT, vec2( roughness, dotNV ) ).rg;
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec2 fab, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec2 fab, const in vec3 specularColor, const in float specularF90, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColorBlended * t2.x + ( material.specularF90 - material.specularColorBlended ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseContribution * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
		#ifdef USE_CLEARCOAT
			vec3 Ncc = geometryClearcoatNormal;
			vec2 uvClearcoat = LTC_Uv( Ncc, viewDir, material.clearcoatRoughness );
			vec4 t1Clearcoat = texture2D( ltc_1, uvClearcoat );
			vec4 t2Clearcoat = texture2D( ltc_2, uvClearcoat );
			mat3 mInvClearcoat = mat3(
				vec3( t1Clearcoat.x, 0, t1Clearcoat.y ),
				vec3(             0, 1,             0 ),
				vec3( t1Clearcoat.z, 0, t1Clearcoat.w )
			);
			vec3 fresnelClearcoat = material.clearcoatF0 * t2Clearcoat.x + ( material.clearcoatF90 - material.clearcoatF0 ) * t2Clearcoat.y;
			clearcoatSpecularDirect += lightColor * fresnelClearcoat * LTC_Evaluate( Ncc, viewDir, position, mInvClearcoat, rectCoords );
		#endif
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
 
 		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
 
 		float sheenAlbedoV = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
 		float sheenAlbedoL = IBLSheenBRDF( geometryNormal, directLight.direction, material.sheenRoughness );
 
 		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * max( sheenAlbedoV, sheenAlbedoL );
 
 		irradiance *= sheenEnergyComp;
 
 	#endif
	vec3 specularBRDF = BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	#ifdef USE_RETROREFLECTION
		vec3 retroViewDir = reflect( - geometryViewDir, geometryNormal );
		vec3 retroSpecularBRDF = BRDF_GGX( directLight.direction, retroViewDir, geometryNormal, material );
		specularBRDF = mix( specularBRDF, retroSpecularBRDF, saturate( material.retroreflectivity ) );
	#endif
	reflectedLight.directSpecular += irradiance * specularBRDF * material.multiScatteringCompensation;
	vec3 halfDir = normalize( directLight.direction + geometryViewDir );
	float dotVH = saturate( dot( geometryViewDir, halfDir ) );
	vec3 F = F_Schlick( material.specularColor, material.specularF90, dotVH );
	#ifdef USE_RETROREFLECTION
		vec3 retroHalfDir = normalize( directLight.direction + retroViewDir );
		float dotRetroVH = saturate( dot( retroViewDir, retroHalfDir ) );
		vec3 retroF = F_Schlick( material.specularColor, material.specularF90, dotRetroVH );
		F = mix( F, retroF, saturate( material.retroreflectivity ) );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		vec3 diffuseBRDF = BRDF_EON( directLight.direction, geometryViewDir, geometryNormal, material.diffuseColor, material.diffuseRoughness ) * ( 1.0 - material.metalness );
	#else
		vec3 diffuseBRDF = BRDF_Lambert( material.diffuseContribution );
	#endif
	reflectedLight.directDiffuse += irradiance * diffuseBRDF * ( 1.0 - F );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScattering, multiScattering );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScattering, multiScattering );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuseAlbedo = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness );
		vec3 diffuse = irradiance * RECIPROCAL_PI * diffuseAlbedo * ( 1.0 - singleScattering - multiScattering );
	#else
		vec3 diffuse = irradiance * BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering );
	#endif
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		sheenSpecularIndirect += irradiance * material.sheenColor * sheenAlbedo * RECIPROCAL_PI;
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		diffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectDiffuse += diffuse;
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness ) * RECIPROCAL_PI;
 	#endif
	vec3 singleScatteringDielectric = vec3( 0.0 );
	vec3 multiScatteringDielectric = vec3( 0.0 );
	vec3 singleScatteringMetallic = vec3( 0.0 );
	vec3 multiScatteringMetallic = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscatteringIridescence( material.dfg, material.diffuseColor, material.specularF90, material.iridescence, material.iridescenceF0Metallic, singleScatteringMetallic, multiScatteringMetallic );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscattering( material.dfg, material.diffuseColor, material.specularF90, singleScatteringMetallic, multiScatteringMetallic );
	#endif
	vec3 singleScattering = mix( singleScatteringDielectric, singleScatteringMetallic, material.metalness );
	vec3 multiScattering = mix( multiScatteringDielectric, multiScatteringMetallic, material.metalness );
	vec3 totalScatteringDielectric = singleScatteringDielectric + multiScatteringDielectric;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuse = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness ) * ( 1.0 - totalScatteringDielectric );
	#else
		vec3 diffuse = material.diffuseContribution * ( 1.0 - totalScatteringDielectric );
	#endif
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	vec3 indirectSpecular = radiance * singleScattering;
	indirectSpecular += multiScattering * cosineWeightedIrradiance;
	vec3 indirectDiffuse = diffuse * cosineWeightedIrradiance;
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		indirectSpecular *= sheenEnergyComp;
		indirectDiffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectSpecular += indirectSpecular;
	reflectedLight.indirectDiffuse += indirectDiffuse;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,LM=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		vec3 iridescenceFresnelDielectric = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		vec3 iridescenceFresnelMetallic = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.diffuseColor );
		material.iridescenceFresnel = mix( iridescenceFresnelDielectric, iridescenceFresnelMetallic, material.metalness );
		material.iridescenceF0Dielectric = Schlick_to_F0( iridescenceFresnelDielectric, 1.0, dotNVi );
		material.iridescenceF0Metallic = Schlick_to_F0( iridescenceFresnelMetallic, 1.0, dotNVi );
	}
#endif
#ifdef STANDARD
	float dotNVms = saturate( dot( geometryNormal, geometryViewDir ) );
	material.dfg = texture2D( dfgLUT, vec2( material.roughness, dotNVms ) ).rg;
	#if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
		float EssMs = material.dfg.x + material.dfg.y;
		material.multiScatteringCompensation = 1.0 + material.specularColorBlended * ( 1.0 / EssMs - 1.0 );
	#endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
	SunLight sunLight;
	#if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHTS; i ++ ) {
		sunLight = sunLights[ i ];
		getSunLightInfo( sunLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
		sunLightShadow = sunLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getSunShadow( sunShadowMap[ i ], sunLightShadow, UNROLLED_LOOP_INDEX ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_LIGHT_PROBE_GRIDS > 0
		vec3 probeWorldPos = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
		vec3 probeWorldNormal = transformNormalByInverseViewMatrix( geometryNormal, viewMatrix );
		int probeGrid = - 1;
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( isInsideLightProbeGrid( probeWorldPos, probeWorldNormal, probesMin[ i ], probesMax[ i ], probesResolution[ i ] ) ) probeGrid = UNROLLED_LOOP_INDEX;
		}
		#pragma unroll_loop_end
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( probeGrid == UNROLLED_LOOP_INDEX ) irradiance += getLightProbeGridIrradiance( probesSH[ i ], probesMin[ i ], probesMax[ i ], probesResolution[ i ], probeWorldPos, probeWorldNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,DM=`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
		#if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
			iblIrradiance += getIBLIrradiance( geometryNormal );
		#endif
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		vec3 iblRadiance = getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		vec3 iblRadiance = getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_RETROREFLECTION
		#ifdef USE_ANISOTROPY
			vec3 retroIBLRadiance = getIBLAnisotropyRetroRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
		#else
			vec3 retroIBLRadiance = getIBLRetroRadiance( geometryViewDir, geometryNormal, material.roughness );
		#endif
		iblRadiance = mix( iblRadiance, retroIBLRadiance, saturate( material.retroreflectivity ) );
	#endif
	radiance += iblRadiance;
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,NM=`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,UM=`#if NUM_LIGHT_PROBE_GRIDS > 0
uniform highp sampler3D probesSH[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMin[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMax[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesResolution[ NUM_LIGHT_PROBE_GRIDS ];
bool isInsideLightProbeGrid( vec3 worldPos, vec3 worldNormal, vec3 probesMin, vec3 probesMax, vec3 probesResolution ) {
	vec3 spacing = ( probesMax - probesMin ) / probesResolution;
	vec3 samplePos = worldPos + worldNormal * spacing * 0.5;
	vec3 margin = spacing * 0.01;
	return all( greaterThanEqual( samplePos, probesMin - margin ) ) && all( lessThanEqual( samplePos, probesMax + margin ) );
}
vec3 getLightProbeGridIrradiance( highp sampler3D probesSH, vec3 probesMin, vec3 probesMax, vec3 probesResolution, vec3 worldPos, vec3 worldNormal ) {
	vec3 res = probesResolution;
	vec3 gridRange = probesMax - probesMin;
	vec3 probeSpacing = gridRange / res;
	vec3 samplePos = worldPos + worldNormal * probeSpacing * 0.5;
	vec3 uvw = clamp( ( samplePos - probesMin ) / gridRange, 0.5 / res, 1.0 - 0.5 / res );
	float nz          = res.z;
	float paddedSlices = nz + 2.0;
	float atlasDepth  = 7.0 * paddedSlices;
	float uvZBase     = uvw.z * nz + 1.0;
	vec4 s0 = texture( probesSH, vec3( uvw.xy, ( uvZBase                       ) / atlasDepth ) );
	vec4 s1 = texture( probesSH, vec3( uvw.xy, ( uvZBase +       paddedSlices   ) / atlasDepth ) );
	vec4 s2 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 2.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s3 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 3.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s4 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 4.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s5 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 5.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s6 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 6.0 * paddedSlices   ) / atlasDepth ) );
	vec3 c0 = s0.xyz;
	vec3 c1 = vec3( s0.w, s1.xy );
	vec3 c2 = vec3( s1.zw, s2.x );
	vec3 c3 = s2.yzw;
	vec3 c4 = s3.xyz;
	vec3 c5 = vec3( s3.w, s4.xy );
	vec3 c6 = vec3( s4.zw, s5.x );
	vec3 c7 = s5.yzw;
	vec3 c8 = s6.xyz;
	float x = worldNormal.x, y = worldNormal.y, z = worldNormal.z;
	vec3 result = c0 * 0.886227;
	result += c1 * 2.0 * 0.511664 * y;
	result += c2 * 2.0 * 0.511664 * z;
	result += c3 * 2.0 * 0.511664 * x;
	result += c4 * 2.0 * 0.429043 * x * y;
	result += c5 * 2.0 * 0.429043 * y * z;
	result += c6 * ( 0.743125 * z * z - 0.247708 );
	result += c7 * 2.0 * 0.429043 * x * z;
	result += c8 * 0.429043 * ( x * x - y * y );
	return max( result, vec3( 0.0 ) );
}
#endif`,FM=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,OM=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,BM=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,kM=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,zM=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,VM=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,GM=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,HM=`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,WM=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,XM=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,qM=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,YM=`#if defined( USE_MORPHCOLORS )
	#if defined( USE_COLOR_ALPHA )
		vColor *= morphTargetBaseInfluence;
	#elif defined( USE_COLOR )
		vColor.rgb *= morphTargetBaseInfluence;
	#endif
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor.rgb += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,$M=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,ZM=`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,JM=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,KM=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#ifdef DOUBLE_SIDED
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#ifdef DOUBLE_SIDED
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,jM=`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#if defined( USE_PACKED_NORMALMAP )
		mapN = vec3( mapN.xy, sqrt( saturate( 1.0 - dot( mapN.xy, mapN.xy ) ) ) );
	#endif
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,QM=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,eS=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,tS=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,nS=`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,iS=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,sS=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,rS=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,oS=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,aS=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,lS=`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	#ifdef USE_REVERSED_DEPTH_BUFFER
	
		return depth * ( far - near ) - far;
	#else
		return depth * ( near - far ) - near;
	#endif
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	
	#ifdef USE_REVERSED_DEPTH_BUFFER
		return ( near * far ) / ( ( near - far ) * depth - near );
	#else
		return ( near * far ) / ( ( far - near ) * depth - far );
	#endif
}`,cS=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,uS=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,hS=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,fS=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,dS=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,pS=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,mS=`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		#define SUN_LIGHT_CASCADES 2
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#else
			uniform sampler2D sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#endif
		uniform mat4 sunShadowMatrix[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		uniform vec4 sunShadowCascade[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
		struct SunLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SunLightShadow sunLightShadows[ NUM_SUN_LIGHT_SHADOWS ];
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#else
			uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#endif
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#else
			uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#endif
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform samplerCubeShadow pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#elif defined( SHADOWMAP_TYPE_BASIC )
			uniform samplerCube pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#endif
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float interleavedGradientNoise( vec2 position ) {
			return fract( 52.9829189 * fract( dot( position, vec2( 0.06711056, 0.00583715 ) ) ) );
		}
		vec2 vogelDiskSample( int sampleIndex, int samplesCount, float phi ) {
			const float goldenAngle = 2.399963229728653;
			float r = sqrt( ( float( sampleIndex ) + 0.5 ) / float( samplesCount ) );
			float theta = float( sampleIndex ) * goldenAngle + phi;
			return vec2( cos( theta ), sin( theta ) ) * r;
		}
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float getShadow( sampler2DShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
				vec2 radius = shadowRadius * texelSize;
				float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
				shadow = (
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 0, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 1, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 2, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 3, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 4, 5, phi ) * radius, shadowCoord.z ) )
				) * 0.2;
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#elif defined( SHADOWMAP_TYPE_VSM )
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 distribution = texture2D( shadowMap, shadowCoord.xy ).rg;
				float mean = distribution.x;
				float variance = distribution.y * distribution.y;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					float hard_shadow = step( mean, shadowCoord.z );
				#else
					float hard_shadow = step( shadowCoord.z, mean );
				#endif
				
				if ( hard_shadow == 1.0 ) {
					shadow = 1.0;
				} else {
					variance = max( variance, 0.0000001 );
					float d = shadowCoord.z - mean;
					float p_max = variance / ( variance + d * d );
					p_max = clamp( ( p_max - 0.3 ) / 0.65, 0.0, 1.0 );
					shadow = max( hard_shadow, p_max );
				}
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#else
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				float depth = texture2D( shadowMap, shadowCoord.xy ).r;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					shadow = step( depth, shadowCoord.z );
				#else
					shadow = step( shadowCoord.z, depth );
				#endif
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#endif
	#if NUM_SUN_LIGHT_SHADOWS > 0
		float getSunShadow(
			#if defined( SHADOWMAP_TYPE_PCF )
				sampler2DShadow shadowMap,
			#else
				sampler2D shadowMap,
			#endif
			SunLightShadow sunLightShadow,
			int shadowIndex
		) {
			vec4 shadowWorldPosition = vec4( vSunShadowWorldPosition.xyz + vSunShadowWorldNormal * sunLightShadow.shadowNormalBias, 1.0 );
			float viewDepth = vSunShadowWorldPosition.w;
			int cascadeOffset = shadowIndex * SUN_LIGHT_CASCADES;
			float shadow = 1.0;
			for ( int i = SUN_LIGHT_CASCADES - 1; i >= 0; i -- ) {
				vec4 cascade = sunShadowCascade[ cascadeOffset + i ];
				if ( viewDepth >= cascade.x && viewDepth < cascade.y ) {
					float cascadeShadow = getShadow(
						shadowMap,
						sunLightShadow.shadowMapSize,
						sunLightShadow.shadowIntensity,
						sunLightShadow.shadowBias,
						sunLightShadow.shadowRadius,
						sunShadowMatrix[ cascadeOffset + i ] * shadowWorldPosition
					);
					shadow = mix( cascadeShadow, shadow, smoothstep( cascade.z, cascade.y, viewDepth ) );
				}
			}
			return shadow;
		}
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	#if defined( SHADOWMAP_TYPE_PCF )
	float getPointShadow( samplerCubeShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 bd3D = normalize( lightToPosition );
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float lightDistance = length( lightToPosition );
			float depthRange = shadowCameraFar - shadowCameraNear;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				float depthA = - shadowCameraNear / depthRange - shadowBias;
				float depthB = shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#else
				float depthA = shadowCameraFar / depthRange + shadowBias;
				float depthB = - shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#endif
			float texelSize = shadowRadius / shadowMapSize.x;
			vec3 absDir = abs( bd3D );
			vec3 tangent = absDir.x > absDir.z ? vec3( 0.0, 1.0, 0.0 ) : vec3( 1.0, 0.0, 0.0 );
			tangent = normalize( cross( bd3D, tangent ) );
			vec3 bitangent = cross( bd3D, tangent );
			float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
			shadow = 0.0;
			for ( int i = 0; i < 5; i ++ ) {
				vec2 offset = vogelDiskSample( i, 5, phi );
				vec3 direction = bd3D + ( tangent * offset.x + bitangent * offset.y ) * texelSize;
				vec3 absDirection = abs( direction );
				float dp = depthA + depthB / max( max( absDirection.x, absDirection.y ), absDirection.z );
				shadow += texture( shadowMap, vec4( direction, dp ) );
			}
			shadow *= 0.2;
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#elif defined( SHADOWMAP_TYPE_BASIC )
	float getPointShadow( samplerCube shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float dp = ( shadowCameraFar * ( viewSpaceZ - shadowCameraNear ) ) / ( viewSpaceZ * ( shadowCameraFar - shadowCameraNear ) );
			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			float depth = textureCube( shadowMap, bd3D ).r;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				depth = 1.0 - depth;
			#endif
			shadow = step( dp, depth );
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#endif
	#endif
#endif`,gS=`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,xS=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	#ifdef HAS_NORMAL
		vec3 shadowWorldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
	#else
		vec3 shadowWorldNormal = vec3( 0.0 );
	#endif
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_SUN_LIGHT_SHADOWS > 0
		vSunShadowWorldPosition = vec4( worldPosition.xyz, - mvPosition.z );
		vSunShadowWorldNormal = shadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,_S=`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHT_SHADOWS; i ++ ) {
		sunLight = sunLightShadows[ i ];
		shadow *= receiveShadow ? getSunShadow( sunShadowMap[ i ], sunLight, UNROLLED_LOOP_INDEX ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,yS=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,vS=`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,bS=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,MS=`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,SS=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,wS=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,TS=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,AS=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,ES=`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseContribution, material.specularColorBlended, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,RS=`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		#else
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,CS=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,PS=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	uniform mat3 diffuseRoughnessMapTransform;
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,IS=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	vDiffuseRoughnessMapUv = ( diffuseRoughnessMapTransform * vec3( DIFFUSE_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,LS=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,DS=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,NS=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,US=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,FS=`uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <envmap_common_pars_fragment>
void main() {
	#ifdef ENVMAP_TYPE_PMREM
		vec4 texColor = textureLod( envMap, backgroundRotation * vWorldDirection, roughnessToMip( backgroundBlurriness ) );
	#else
		vec4 texColor = textureCube( envMap, backgroundRotation * vWorldDirection );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,OS=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,BS=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,kS=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,zS=`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	#ifdef USE_REVERSED_DEPTH_BUFFER
		float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
	#else
		float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
	#endif
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,VS=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,GS=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = vec4( dist, 0.0, 0.0, 1.0 );
}`,HS=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,WS=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,XS=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,qS=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,YS=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,$S=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,ZS=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,JS=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,KS=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,jS=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,QS=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,ew=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,tw=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,nw=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,iw=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,sw=`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
	uniform float diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		uniform sampler2D diffuseRoughnessMap;
	#endif
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_RETROREFLECTION
	uniform float retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
 
		outgoingLight = outgoingLight + sheenSpecularDirect + sheenSpecularIndirect;
 
 	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,rw=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,ow=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,aw=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,lw=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,cw=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,uw=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,hw=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,fw=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,Mt={alphahash_fragment:Nb,alphahash_pars_fragment:Ub,alphamap_fragment:Fb,alphamap_pars_fragment:Ob,alphatest_fragment:Bb,alphatest_pars_fragment:kb,aomap_fragment:zb,aomap_pars_fragment:Vb,batching_pars_vertex:Gb,batching_vertex:Hb,begin_vertex:Wb,beginnormal_vertex:Xb,bsdfs:qb,iridescence_fragment:Yb,bumpmap_pars_fragment:$b,clipping_planes_fragment:Zb,clipping_planes_pars_fragment:Jb,clipping_planes_pars_vertex:Kb,clipping_planes_vertex:jb,color_fragment:Qb,color_pars_fragment:eM,color_pars_vertex:tM,
color_vertex:nM,common:iM,defaultnormal_vertex:sM,displacementmap_pars_vertex:rM,displacementmap_vertex:oM,emissivemap_fragment:aM,emissivemap_pars_fragment:lM,colorspace_fragment:cM,colorspace_pars_fragment:uM,envmap_fragment:hM,envmap_common_pars_fragment:fM,envmap_pars_fragment:dM,envmap_pars_vertex:pM,envmap_physical_pars_fragment:TM,envmap_vertex:mM,fog_vertex:gM,fog_pars_vertex:xM,fog_fragment:_M,fog_pars_fragment:yM,gradientmap_pars_fragment:vM,lightmap_pars_fragment:bM,lights_lambert_fragment:MM,
lights_lambert_pars_fragment:SM,lights_pars_begin:wM,lights_toon_fragment:AM,lights_toon_pars_fragment:EM,lights_phong_fragment:RM,lights_phong_pars_fragment:CM,lights_physical_fragment:PM,lights_physical_pars_fragment:IM,lights_fragment_begin:LM,lights_fragment_maps:DM,lights_fragment_end:NM,lightprobes_pars_fragment:UM,logdepthbuf_fragment:FM,logdepthbuf_pars_fragment:OM,logdepthbuf_pars_vertex:BM,logdepthbuf_vertex:kM,map_fragment:zM,map_pars_fragment:VM,map_particle_fragment:GM,map_particle_pars_fragment:HM,
metalnessmap_fragment:WM,metalnessmap_pars_fragment:XM,morphinstance_vertex:qM,morphcolor_vertex:YM,morphnormal_vertex:$M,morphtarget_pars_vertex:ZM,morphtarget_vertex:JM,normal_fragment_begin:KM,normal_fragment_maps:jM,normal_pars_fragment:QM,normal_pars_vertex:eS,normal_vertex:tS,normalmap_pars_fragment:nS,clearcoat_normal_fragment_begin:iS,clearcoat_normal_fragment_maps:sS,clearcoat_pars_fragment:rS,iridescence_pars_fragment:oS,opaque_fragment:aS,packing:lS,premultiplied_alpha_fragment:cS,project_vertex:uS,
dithering_fragment:hS,dithering_pars_fragment:fS,roughnessmap_fragment:dS,roughnessmap_pars_fragment:pS,shadowmap_pars_fragment:mS,shadowmap_pars_vertex:gS,shadowmap_vertex:xS,shadowmask_pars_fragment:_S,skinbase_vertex:yS,skinning_pars_vertex:vS,skinning_vertex:bS,skinnormal_vertex:MS,specularmap_fragment:SS,specularmap_pars_fragment:wS,tonemapping_fragment:TS,tonemapping_pars_fragment:AS,transmission_fragment:ES,transmission_pars_fragment:RS,uv_pars_fragment:CS,uv_pars_vertex:PS,uv_vertex:IS,worldpos_vertex:LS,
background_vert:DS,background_frag:NS,backgroundCube_vert:US,backgroundCube_frag:FS,cube_vert:OS,cube_frag:BS,depth_vert:kS,depth_frag:zS,distance_vert:VS,distance_frag:GS,equirect_vert:HS,equirect_frag:WS,linedashed_vert:XS,linedashed_frag:qS,meshbasic_vert:YS,meshbasic_frag:$S,meshlambert_vert:ZS,meshlambert_frag:JS,meshmatcap_vert:KS,meshmatcap_frag:jS,meshnormal_vert:QS,meshnormal_frag:ew,meshphong_vert:tw,meshphong_frag:nw,meshphysical_vert:iw,meshphysical_frag:sw,meshtoon_vert:rw,meshtoon_frag:ow,
points_vert:aw,points_frag:lw,shadow_vert:cw,shadow_frag:uw,sprite_vert:hw,sprite_frag:fw},Je={common:{diffuse:{value:new ut(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new pt},alphaMap:{value:null},alphaMapTransform:{value:new pt},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new pt}},envmap:{envMap:{value:null},envMapRotation:{value:new pt},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{
aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new pt}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new pt}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new pt},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new pt},normalScale:{value:new Fe(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new pt},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{
emissiveMap:{value:null},emissiveMapTransform:{value:new pt}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new pt}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new pt}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new ut(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],
properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},
spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},
skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new ut(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new pt},alphaTest:{value:0},uvTransform:{value:new pt}},sprite:{diffuse:{value:new ut(16777215)},opacity:{value:1},
center:{value:new Fe(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new pt},alphaMap:{value:null},alphaMapTransform:{value:new pt},alphaTest:{value:0}}},ss={basic:{uniforms:Hn([Je.common,Je.specularmap,Je.envmap,Je.aomap,Je.lightmap,Je.fog]),vertexShader:Mt.meshbasic_vert,fragmentShader:Mt.meshbasic_frag},lambert:{uniforms:Hn([Je.common,Je.specularmap,Je.envmap,Je.aomap,Je.lightmap,Je.emissivemap,Je.bumpmap,Je.normalmap,Je.displacementmap,Je.fog,Je.lights,{emissive:{value:new ut(
0)},envMapIntensity:{value:1}}]),vertexShader:Mt.meshlambert_vert,fragmentShader:Mt.meshlambert_frag},phong:{uniforms:Hn([Je.common,Je.specularmap,Je.envmap,Je.aomap,Je.lightmap,Je.emissivemap,Je.bumpmap,Je.normalmap,Je.displacementmap,Je.fog,Je.lights,{emissive:{value:new ut(0)},specular:{value:new ut(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:Mt.meshphong_vert,fragmentShader:Mt.meshphong_frag},standard:{uniforms:Hn([Je.common,Je.envmap,Je.aomap,Je.lightmap,Je.emissivemap,
Je.bumpmap,Je.normalmap,Je.displacementmap,Je.roughnessmap,Je.metalnessmap,Je.fog,Je.lights,{emissive:{value:new ut(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:Mt.meshphysical_vert,fragmentShader:Mt.meshphysical_frag},toon:{uniforms:Hn([Je.common,Je.aomap,Je.lightmap,Je.emissivemap,Je.bumpmap,Je.normalmap,Je.displacementmap,Je.gradientmap,Je.fog,Je.lights,{emissive:{value:new ut(0)}}]),vertexShader:Mt.meshtoon_vert,fragmentShader:Mt.meshtoon_frag},matcap:{
uniforms:Hn([Je.common,Je.bumpmap,Je.normalmap,Je.displacementmap,Je.fog,{matcap:{value:null}}]),vertexShader:Mt.meshmatcap_vert,fragmentShader:Mt.meshmatcap_frag},points:{uniforms:Hn([Je.points,Je.fog]),vertexShader:Mt.points_vert,fragmentShader:Mt.points_frag},dashed:{uniforms:Hn([Je.common,Je.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:Mt.linedashed_vert,fragmentShader:Mt.linedashed_frag},depth:{uniforms:Hn([Je.common,Je.displacementmap]),vertexShader:Mt.depth_vert,
fragmentShader:Mt.depth_frag},normal:{uniforms:Hn([Je.common,Je.bumpmap,Je.normalmap,Je.displacementmap,{opacity:{value:1}}]),vertexShader:Mt.meshnormal_vert,fragmentShader:Mt.meshnormal_frag},sprite:{uniforms:Hn([Je.sprite,Je.fog]),vertexShader:Mt.sprite_vert,fragmentShader:Mt.sprite_frag},background:{uniforms:{uvTransform:{value:new pt},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:Mt.background_vert,fragmentShader:Mt.background_frag},backgroundCube:{uniforms:{envMap:{value:null},
backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new pt}},vertexShader:Mt.backgroundCube_vert,fragmentShader:Mt.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:Mt.cube_vert,fragmentShader:Mt.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:Mt.equirect_vert,fragmentShader:Mt.equirect_frag},distance:{uniforms:Hn([Je.common,Je.displacementmap,{referencePosition:{value:new G},nearDistance:{
value:1},farDistance:{value:1e3}}]),vertexShader:Mt.distance_vert,fragmentShader:Mt.distance_frag},shadow:{uniforms:Hn([Je.lights,Je.fog,{color:{value:new ut(0)},opacity:{value:1}}]),vertexShader:Mt.shadow_vert,fragmentShader:Mt.shadow_frag}};ss.physical={uniforms:Hn([ss.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new pt},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new pt},clearcoatNormalScale:{value:new Fe(1,1)},clearcoatRoughness:{
value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new pt},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new pt},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new pt},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{
value:new pt},sheen:{value:0},sheenColor:{value:new ut(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new pt},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new pt},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new pt},transmissionSamplerSize:{value:new Fe},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new pt},attenuationDistance:{value:0},
attenuationColor:{value:new ut(0)},specularColor:{value:new ut(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new pt},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new pt},anisotropyVector:{value:new Fe},anisotropyMap:{value:null},anisotropyMapTransform:{value:new pt}}]),vertexShader:Mt.meshphysical_vert,fragmentShader:Mt.meshphysical_frag};var Bu={r:0,b:0,g:0},dw=new vt,tx=new pt;tx.set(-1,0,0,0,1,0,0,0,1);function pw(i,e,t,n,s,r){
let o=new ut(0),a=s===!0?0:1,l,c,u=null,h=0,f=null;function d(v){let b=v.isScene===!0?v.background:null;if(b&&b.isTexture){let x=v.backgroundBlurriness>0;b=e.get(b,x)}return b}function p(v){let b=!1,x=d(v);x===null?g(o,a):x&&x.isColor&&(g(x,1),b=!0);let T=i.xr.getEnvironmentBlendMode();T==="additive"?t.buffers.color.setClear(0,0,0,1,r):T==="alpha-blend"&&t.buffers.color.setClear(0,0,0,0,r),(i.autoClear||b)&&(t.buffers.depth.setTest(!0),t.buffers.depth.setMask(!0),t.buffers.color.setMask(!0),i.clear(
i.autoClearColor,i.autoClearDepth,i.autoClearStencil))}function y(v,b){let x=d(b);x&&x.isCubeTexture?(c===void 0&&(c=new vn(new Zs(1,1,1),new ts({name:"BackgroundCubeMaterial",uniforms:Lr(ss.backgroundCube.uniforms),vertexShader:ss.backgroundCube.vertexShader,fragmentShader:ss.backgroundCube.fragmentShader,side:Qn,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),c.geometry.deleteAttribute("uv"),c.onBeforeRender=function(T,A,_){this.matrixWorld.copyPosition(
_.matrixWorld)},Object.defineProperty(c.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),n.update(c)),c.material.uniforms.envMap.value=x,c.material.uniforms.backgroundBlurriness.value=b.backgroundBlurriness,c.material.uniforms.backgroundIntensity.value=b.backgroundIntensity,c.material.uniforms.backgroundRotation.value.setFromMatrix4(dw.makeRotationFromEuler(b.backgroundRotation)).transpose(),x.isRenderTargetTexture===!1&&c.material.uniforms.backgroundRotation.value.premultiply(
tx),c.material.toneMapped=Pt.getTransfer(x.colorSpace)!==kt,(u!==x||h!==x.version||f!==i.toneMapping)&&(c.material.needsUpdate=!0,u=x,h=x.version,f=i.toneMapping),c.layers.enableAll(),v.unshift(c,c.geometry,c.material,0,0,null)):x&&x.isTexture&&(l===void 0&&(l=new vn(new br(2,2),new ts({name:"BackgroundMaterial",uniforms:Lr(ss.background.uniforms),vertexShader:ss.background.vertexShader,fragmentShader:ss.background.fragmentShader,side:Qs,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.
deleteAttribute("normal"),Object.defineProperty(l.material,"map",{get:function(){return this.uniforms.t2D.value}}),n.update(l)),l.material.uniforms.t2D.value=x,l.material.uniforms.backgroundIntensity.value=b.backgroundIntensity,l.material.toneMapped=Pt.getTransfer(x.colorSpace)!==kt,x.matrixAutoUpdate===!0&&x.updateMatrix(),l.material.uniforms.uvTransform.value.copy(x.matrix),(u!==x||h!==x.version||f!==i.toneMapping)&&(l.material.needsUpdate=!0,u=x,h=x.version,f=i.toneMapping),l.layers.enableAll(),
v.unshift(l,l.geometry,l.material,0,0,null))}function g(v,b){v.getRGB(Bu,pd(i)),t.buffers.color.setClear(Bu.r,Bu.g,Bu.b,b,r)}function m(){c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0),l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0)}return{getClearColor:function(){return o},setClearColor:function(v,b=1){o.set(v),a=b,g(o,a)},getClearAlpha:function(){return a},setClearAlpha:function(v){a=v,g(o,a)},render:p,addToRenderList:y,dispose:m}}function mw(i,e){let t=i.getParameter(
i.MAX_VERTEX_ATTRIBS),n={},s=f(null),r=s,o=!1;function a(I,F,k,L,B){let W=!1,V=h(I,L,k,F);r!==V&&(r=V,c(r.object)),W=d(I,L,k,B),W&&p(I,L,k,B),B!==null&&e.update(B,i.ELEMENT_ARRAY_BUFFER),(W||o)&&(o=!1,x(I,F,k,L),B!==null&&i.bindBuffer(i.ELEMENT_ARRAY_BUFFER,e.get(B).buffer))}function l(){return i.createVertexArray()}function c(I){return i.bindVertexArray(I)}function u(I){return i.deleteVertexArray(I)}function h(I,F,k,L){let B=L.wireframe===!0,W=n[F.id];W===void 0&&(W={},n[F.id]=W);let V=I.isInstancedMesh===
!0?I.id:0,he=W[V];he===void 0&&(he={},W[V]=he);let Z=he[k.id];Z===void 0&&(Z={},he[k.id]=Z);let j=Z[B];return j===void 0&&(j=f(l()),Z[B]=j),j}function f(I){let F=[],k=[],L=[];for(let B=0;B<t;B++)F[B]=0,k[B]=0,L[B]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:F,enabledAttributes:k,attributeDivisors:L,object:I,attributes:{},index:null}}function d(I,F,k,L){let B=r.attributes,W=F.attributes,V=0,he=k.getAttributes();for(let Z in he)if(he[Z].location>=0){let ne=B[Z],Me=W[Z];if(Me===void 0&&
(Z==="instanceMatrix"&&I.instanceMatrix&&(Me=I.instanceMatrix),Z==="instanceColor"&&I.instanceColor&&(Me=I.instanceColor)),ne===void 0||ne.attribute!==Me||Me&&ne.data!==Me.data)return!0;V++}return r.attributesNum!==V||r.index!==L}function p(I,F,k,L){let B={},W=F.attributes,V=0,he=k.getAttributes();for(let Z in he)if(he[Z].location>=0){let ne=W[Z];ne===void 0&&(Z==="instanceMatrix"&&I.instanceMatrix&&(ne=I.instanceMatrix),Z==="instanceColor"&&I.instanceColor&&(ne=I.instanceColor));let Me={};Me.attribute=
ne,ne&&ne.data&&(Me.data=ne.data),B[Z]=Me,V++}r.attributes=B,r.attributesNum=V,r.index=L}function y(){let I=r.newAttributes;for(let F=0,k=I.length;F<k;F++)I[F]=0}function g(I){m(I,0)}function m(I,F){let k=r.newAttributes,L=r.enabledAttributes,B=r.attributeDivisors;k[I]=1,L[I]===0&&(i.enableVertexAttribArray(I),L[I]=1),B[I]!==F&&(i.vertexAttribDivisor(I,F),B[I]=F)}function v(){let I=r.newAttributes,F=r.enabledAttributes;for(let k=0,L=F.length;k<L;k++)F[k]!==I[k]&&(i.disableVertexAttribArray(k),F[k]=
0)}function b(I,F,k,L,B,W,V){V===!0?i.vertexAttribIPointer(I,F,k,B,W):i.vertexAttribPointer(I,F,k,L,B,W)}function x(I,F,k,L){y();let B=L.attributes,W=k.getAttributes(),V=F.defaultAttributeValues;for(let he in W){let Z=W[he];if(Z.location>=0){let j=B[he];if(j===void 0&&(he==="instanceMatrix"&&I.instanceMatrix&&(j=I.instanceMatrix),he==="instanceColor"&&I.instanceColor&&(j=I.instanceColor)),j!==void 0){let ne=j.normalized,Me=j.itemSize,me=e.get(j);if(me===void 0)continue;let ie=me.buffer,we=me.type,
Y=me.bytesPerElement,re=we===i.INT||we===i.UNSIGNED_INT||j.gpuType===nu;if(j.isInterleavedBufferAttribute){let ye=j.data,Ae=ye.isInterleavedBuffer===!0?ye.stride:ye.itemSize,et=j.offset;if(ye.isInstancedInterleavedBuffer||ye.isInstancedBufferAttribute){for(let qe=0;qe<Z.locationSize;qe++)m(Z.location+qe,ye.meshPerAttribute);I.isInstancedMesh!==!0&&L._maxInstanceCount===void 0&&(L._maxInstanceCount=ye.meshPerAttribute*ye.count)}else for(let qe=0;qe<Z.locationSize;qe++)g(Z.location+qe);i.bindBuffer(
i.ARRAY_BUFFER,ie);for(let qe=0;qe<Z.locationSize;qe++)b(Z.location+qe,Me/Z.locationSize,we,ne,Ae*Y,(et+Me/Z.locationSize*qe)*Y,re)}else{if(j.isInstancedBufferAttribute){for(let ye=0;ye<Z.locationSize;ye++)m(Z.location+ye,j.meshPerAttribute);I.isInstancedMesh!==!0&&L._maxInstanceCount===void 0&&(L._maxInstanceCount=j.meshPerAttribute*j.count)}else for(let ye=0;ye<Z.locationSize;ye++)g(Z.location+ye);i.bindBuffer(i.ARRAY_BUFFER,ie);for(let ye=0;ye<Z.locationSize;ye++)b(Z.location+ye,Me/Z.locationSize,
we,ne,Me*Y,Me/Z.locationSize*ye*Y,re)}}else if(V!==void 0){let ne=V[he];if(ne!==void 0)switch(ne.length){case 2:i.vertexAttrib2fv(Z.location,ne);break;case 3:i.vertexAttrib3fv(Z.location,ne);break;case 4:i.vertexAttrib4fv(Z.location,ne);break;default:i.vertexAttrib1fv(Z.location,ne)}}}}v()}function T(){D();for(let I in n){let F=n[I];for(let k in F){let L=F[k];for(let B in L){let W=L[B];for(let V in W)u(W[V].object),delete W[V];delete L[B]}}delete n[I]}}function A(I){if(n[I.id]===void 0)return;let F=n[I.
id];for(let k in F){let L=F[k];for(let B in L){let W=L[B];for(let V in W)u(W[V].object),delete W[V];delete L[B]}}delete n[I.id]}function _(I){for(let F in n){let k=n[F];for(let L in k){let B=k[L];if(B[I.id]===void 0)continue;let W=B[I.id];for(let V in W)u(W[V].object),delete W[V];delete B[I.id]}}}function w(I){for(let F in n){let k=n[F],L=I.isInstancedMesh===!0?I.id:0,B=k[L];if(B!==void 0){for(let W in B){let V=B[W];for(let he in V)u(V[he].object),delete V[he];delete B[W]}delete k[L],Object.keys(
k).length===0&&delete n[F]}}}function D(){P(),o=!0,r!==s&&(r=s,c(r.object))}function P(){s.geometry=null,s.program=null,s.wireframe=!1}return{setup:a,reset:D,resetDefaultState:P,dispose:T,releaseStatesOfGeometry:A,releaseStatesOfObject:w,releaseStatesOfProgram:_,initAttributes:y,enableAttribute:g,disableUnusedAttributes:v}}function gw(i,e,t){let n;function s(l){n=l}function r(l,c){i.drawArrays(n,l,c),t.update(c,n,1)}function o(l,c,u){u!==0&&(i.drawArraysInstanced(n,l,c,u),t.update(c,n,u))}function a(l,c,u){
if(u===0)return;e.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,l,0,c,0,u);let f=0;for(let d=0;d<u;d++)f+=c[d];t.update(f,n,1)}this.setMode=s,this.render=r,this.renderInstances=o,this.renderMultiDraw=a}function xw(i,e,t,n){let s;function r(){if(s!==void 0)return s;if(e.has("EXT_texture_filter_anisotropic")===!0){let _=e.get("EXT_texture_filter_anisotropic");s=i.getParameter(_.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else s=0;return s}function o(_){return!(_!==pi&&n.convert(_)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_FORMAT))}
function a(_){let w=_===Bi&&(e.has("EXT_color_buffer_half_float")||e.has("EXT_color_buffer_float"));return!(_!==ni&&_!==Oi&&!w&&n.convert(_)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_TYPE))}function l(_){if(_==="highp"){if(i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.HIGH_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.HIGH_FLOAT).precision>0)return"highp";_="mediump"}return _==="mediump"&&i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.MEDIUM_FLOAT).precision>0&&i.getShaderPrecisionFormat(
i.FRAGMENT_SHADER,i.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=t.precision!==void 0?t.precision:"highp",u=l(c);u!==c&&(ft("WebGLRenderer:",c,"not supported, using",u,"instead."),c=u);let h=t.reversedDepthBuffer===!0&&e.has("EXT_clip_control"),f=t.logarithmicDepthBuffer===!0&&h===!1;t.reversedDepthBuffer===!0&&h===!1&&ft("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),t.logarithmicDepthBuffer===!0&&h===!0&&ft(
"WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let d=i.getParameter(i.MAX_TEXTURE_IMAGE_UNITS),p=i.getParameter(i.MAX_VERTEX_TEXTURE_IMAGE_UNITS),y=i.getParameter(i.MAX_TEXTURE_SIZE),g=i.getParameter(i.MAX_CUBE_MAP_TEXTURE_SIZE),m=i.getParameter(i.MAX_VERTEX_ATTRIBS),v=i.getParameter(i.MAX_VERTEX_UNIFORM_VECTORS),b=i.getParameter(i.MAX_VARYING_VECTORS),x=i.getParameter(i.MAX_FRAGMENT_UNIFORM_VECTORS),T=i.getParameter(i.MAX_SAMPLES),A=i.getParameter(i.
SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:f,reversedDepthBuffer:h,maxTextures:d,maxVertexTextures:p,maxTextureSize:y,maxCubemapSize:g,maxAttributes:m,maxVertexUniforms:v,maxVaryings:b,maxFragmentUniforms:x,maxSamples:T,samples:A}}function _w(i){let e=this,t=null,n=0,s=!1,r=!1,o=new Di,a=new pt,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(h,f){
let d=h.length!==0||f||n!==0||s;return s=f,n=h.length,d},this.beginShadows=function(){r=!0,u(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(h,f){t=u(h,f,0)},this.setState=function(h,f,d){let p=h.clippingPlanes,y=h.clipIntersection,g=h.clipShadows,m=i.get(h);if(!s||p===null||p.length===0||r&&!g)r?u(null):c();else{let v=r?0:n,b=v*4,x=m.clippingState||null;l.value=x,x=u(p,f,b,d);for(let T=0;T!==b;++T)x[T]=t[T];m.clippingState=x,this.numIntersection=y?this.numPlanes:0,this.numPlanes+=
v}};function c(){l.value!==t&&(l.value=t,l.needsUpdate=n>0),e.numPlanes=n,e.numIntersection=0}function u(h,f,d,p){let y=h!==null?h.length:0,g=null;if(y!==0){if(g=l.value,p!==!0||g===null){let m=d+y*4,v=f.matrixWorldInverse;a.getNormalMatrix(v),(g===null||g.length<m)&&(g=new Float32Array(m));for(let b=0,x=d;b!==y;++b,x+=4)o.copy(h[b]).applyMatrix4(v,a),o.normal.toArray(g,x),g[x+3]=o.constant}l.value=g,l.needsUpdate=!0}return e.numPlanes=y,e.numIntersection=0,g}}var dl=class extends fi{constructor(e=1,t={}){
super(e,e,t),this.isWebGLCubeRenderTarget=!0;let n={width:e,height:e,depth:1},s=[n,n,n,n,n,n];this.texture=new Da(s),this._setTextureOptions(t),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(e,t){this.texture.type=t.type,this.texture.colorSpace=t.colorSpace,this.texture.generateMipmaps=t.generateMipmaps,this.texture.minFilter=t.minFilter,this.texture.magFilter=t.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},s=new Zs(5,5,5),r=new ts({name:"CubemapFromEquirect",uniforms:Lr(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:Qn,blending:Er});r.uniforms.tEquirect.value=t;let o=new vn(s,r),a=t.minFilter;return t.minFilter===Ui&&(t.minFilter=On),new Fo(1,10,this).update(e,o),t.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(e,t=!0,n=!0,s=!0){let r=e.getRenderTarget();for(let o=0;o<6;o++)e.setRenderTarget(this,o),e.clear(t,n,s);e.setRenderTarget(r)}},D0=256,
yw=3,vw=20,nx=256,ix=16,bw=3,Mw=new G,Sw=new ut,zu=class i{constructor(e){this._renderer=e,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new Fo(1,10,null),this._boxMesh=new vn(new Zs(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(e,t=0,n=.1,s=100,r={}){let{size:o=256,position:a=Mw}=r,l=this._renderer;this._setSize(o);let c=this._allocateTarget(),u=this._getSourceTarget(!0);t>0&&
(u.texture.mipmapsAutoUpdate=!1);let h=l.autoClear,f=l.autoClearColor,d=l.autoClearDepth,p=l.autoClearStencil,y=e.background;l.autoClear=!0,l.autoClearColor=!0,l.autoClearDepth=!0,l.autoClearStencil=!0,y===null&&(e.background=l.getClearColor(Sw));let g=new Fo(n,s,u);return g.position.copy(a),g.update(l,e),l.autoClear=h,l.autoClearColor=f,l.autoClearDepth=d,l.autoClearStencil=p,e.background=y,t>0&&(u.texture.mipmapsAutoUpdate=!0,this._blur(c,t)),this._applyPMREM(c),c}fromEquirectangular(e,t=null){
return this._fromTexture(e,t)}fromCubemap(e,t=null){return this._fromTexture(e,t)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=F0(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=U0(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==
null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(e,t){return t>0?1-Math.sqrt(1-e/t):0}_setSize(e){this._cubeSize=Math.max(D0,hd(e))}_fromTexture(e,t){e.mapping===Cr||e.mapping===zo?this._setSize(e.image.length===0?D0:e.image[0].width||e.image[0].image.width):this._setSize(e.
image.width/4);let n=t||this._allocateTarget();return this._textureToCubemap(e),this._applyPMREM(n),n}_allocateTarget(){let e=this._cubeSize,t=N0(e,!1,!1),n=Math.log2(e)-yw;for(let s=0;s<=n;s++)t.texture.mipmaps.push({width:e>>s,height:e>>s});return t.texture.name="PMREM",t.texture.isPMREMTexture=!0,t}_getSourceTarget(e=!1){let t=this._cubeSize,n=this._sourceTarget;return(n===null||n.width!==t||e&&n.depthBuffer===!1)&&(n!==null&&n.dispose(),this._sourceTarget=N0(t,!0,e)),this._sourceTarget}_compileMaterial(e){
this._boxMesh.material=e,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(e,t,n){let s=this._boxMesh,r=this._cubeCamera;s.material=n,r.renderTarget=e,r.activeMipmapLevel=t;let o=e.width>>t;e.viewport.set(0,0,o,o),r.update(this._renderer,s),e.viewport.set(0,0,e.width,e.height)}_textureToCubemap(e){let t;e.mapping===Cr||e.mapping===zo?(this._cubemapMaterial===null&&(this._cubemapMaterial=F0()),t=this._cubemapMaterial,t.uniforms.flipEnvMap.value=e.isRenderTargetTexture===
!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=U0()),t=this._equirectMaterial),t.uniforms.envMap.value=e,this._renderCube(this._getSourceTarget(),0,t)}_applyPMREM(e){this._ggxMaterial===null&&(this._ggxMaterial=ww(),this._integrationMaterial=Tw());let t=this._cubeSize,n=e.texture.mipmaps.length-1,s=this._ggxMaterial.uniforms;s.envMap.value=this._sourceTarget.texture;let r=this._integrationMaterial.uniforms;r.envMap.value=this._sourceTarget.texture,r.sourceLod.value=Math.log2(t/
ix);for(let o=0;o<=n;o++){let a=i.lodToRoughness(o,n);if(o>n-bw)r.roughness.value=a,this._renderCube(e,o,this._integrationMaterial);else{let l=a>0?Math.log2(t)+.5*Math.log2(6/(nx*Math.pow(a,4)))+.5:0;s.roughness.value=a,s.lodBias.value=l,this._renderCube(e,o,this._ggxMaterial)}}}_blur(e,t){this._blurMaterial===null&&(this._blurMaterial=Aw());let n=this._blurMaterial,s=n.uniforms,r=this._sourceTarget;s.sigma.value=Math.min(t,Math.PI)/Math.SQRT2,s.envMap.value=r.texture,this._renderCube(e,0,n),s.envMap.
value=e.texture,this._renderCube(r,0,n)}};function N0(i,e,t){return new dl(i,{minFilter:Ui,generateMipmaps:e,type:Bi,colorSpace:Ea,depthBuffer:t})}function pl(i,e,t){return new ts({name:i,uniforms:e,vertexShader:Mt.cube_vert,fragmentShader:t,side:Qn,blending:Er,depthTest:!1,depthWrite:!1})}function ww(){return pl("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${nx}u

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float lodBias;

		#include <common>

		// Van der Corput radical inverse
		float radicalInverse_VdC( uint bits ) {

			bits = ( bits << 16u ) | ( bits >> 16u );
			bits = ( ( bits & 0x55555555u ) << 1u ) | ( ( bits & 0xAAAAAAAAu ) >> 1u );
			bits = ( ( bits & 0x33333333u ) << 2u ) | ( ( bits & 0xCCCCCCCCu ) >> 2u );
			bits = ( ( bits & 0x0F0F0F0Fu ) << 4u ) | ( ( bits & 0xF0F0F0F0u ) >> 4u );
			bits = ( ( bits & 0x00FF00FFu ) << 8u ) | ( ( bits & 0xFF00FF00u ) >> 8u );
			return float( bits ) * 2.3283064365386963e-10; // / 0x100000000

		}

		// Hammersley sequence
		vec2 hammersley( uint i, uint N ) {

			return vec2( float( i ) / float( N ), radicalInverse_VdC( i ) );

		}

		void main() {

			vec3 N = normalize( vWorldDirection );

			// For very low roughness, just sample the environment directly
			if ( roughness < 0.001 ) {

				gl_FragColor = vec4( textureLod( envMap, N, 0.0 ).rgb, 1.0 );
				return;

			}

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			// Tangent space basis for VNDF sampling
			vec3 up = abs( N.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, N ) );
			vec3 bitangent = cross( N, tangent );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			for ( uint i = 0u; i < GGX_SAMPLES; i ++ ) {

				vec2 Xi = hammersley( i, GGX_SAMPLES );

				// With V = N, sample the reflected direction directly.
				float invQ = 1.0 / ( 1.0 - Xi.x + alpha2 * Xi.x );
				float NdotL = ( 1.0 - Xi.x - alpha2 * Xi.x ) * invQ;

				if ( NdotL > 0.0 ) {

					float phi = 2.0 * PI * Xi.y;
					float sinTheta = 2.0 * alpha * sqrt( Xi.x * ( 1.0 - Xi.x ) ) * invQ;
					vec3 L = N * NdotL + ( tangent * cos( phi ) + bitangent * sin( phi ) ) * sinTheta;

					// Match the source mip to the sample's solid angle. The terms
					// independent of the sample are precomputed in lodBias.
					float d = alpha2 * invQ;
					float lod = max( log2( d ) + lodBias, 0.0 );

					// Weight by NdotL for the split-sum approximation
					prefilteredColor += textureLod( envMap, L, lod ).rgb * NdotL;
					totalWeight += NdotL;

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function Tw(){return pl("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:ix}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float sourceLod;
		uniform int sourceSize;

		void main() {

			vec3 N = normalize( vWorldDirection );

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			float texelSize = 2.0 / float( sourceSize );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			// Pair opposite texels: only the one in N's hemisphere contributes.
			for ( int face = 0; face < 3; face ++ ) {

				for ( int y = 0; y < sourceSize; y ++ ) {

					for ( int x = 0; x < sourceSize; x ++ ) {

						vec2 uv = ( vec2( x, y ) + 0.5 ) * texelSize - 1.0;
						vec3 texelDirection = face == 0 ? vec3( 1.0, uv ) : ( face == 1 ? vec3( uv.x, 1.0, uv.y ) : vec3( uv, 1.0 ) );

						float invDistance = inversesqrt( 1.0 + dot( uv, uv ) );
						float NdotL = dot( N, texelDirection );
						texelDirection *= NdotL < 0.0 ? - 1.0 : 1.0;
						NdotL = abs( NdotL ) * invDistance;

						// With V = N, NdotH squared is ( 1 + NdotL ) / 2. Common factors
						// in the GGX distribution and texel solid angle cancel when normalized.
						float d = 1.0 + alpha2 + ( alpha2 - 1.0 ) * NdotL;
						float weight = NdotL * invDistance * invDistance * invDistance / ( d * d );

						prefilteredColor += textureLod( envMap, texelDirection, sourceLod ).rgb * weight;
						totalWeight += weight;

					}

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function Aw(){return pl("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${vw}
		#define GOLDEN_ANGLE 2.39996322973

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float sigma;

		#include <common>

		void main() {

			vec3 outputDirection = normalize( vWorldDirection );

			vec3 up = abs( outputDirection.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, outputDirection ) );
			vec3 bitangent = cross( outputDirection, tangent );

			// Truncate the kernel at three standard deviations or at the antipode.
			float thetaMax = min( 3.0 * sigma, PI );
			float truncation = 1.0 - exp( - 0.5 * thetaMax * thetaMax / ( sigma * sigma ) );

			vec3 accumColor = vec3( 0.0 );
			float accumWeight = 0.0;

			for ( int i = 0; i < SAMPLES; i ++ ) {

				// Stratified inverse-CDF sampling of the Gaussian, placed on a golden-angle spiral.
				float stratum = ( float( i ) + 0.5 ) / float( SAMPLES );
				float theta = sigma * sqrt( - 2.0 * log( 1.0 - stratum * truncation ) );
				float phi = float( i ) * GOLDEN_ANGLE;

				vec3 offset = cos( phi ) * tangent + sin( phi ) * bitangent;
				vec3 sampleDirection = cos( theta ) * outputDirection + sin( theta ) * offset;

				// Correct the planar sample density to solid angle.
				float weight = sin( theta ) / theta;

				accumColor += weight * textureLod( envMap, sampleDirection, 0.0 ).rgb;
				accumWeight += weight;

			}

			gl_FragColor = vec4( accumColor / accumWeight, 1.0 );

		}
	`)}function U0(){return pl("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

		varying vec3 vWorldDirection;

		uniform sampler2D envMap;

		#include <common>

		void main() {

			// Average four subpixel samples to preserve small, bright features.
			vec3 direction = normalize( vWorldDirection );
			vec3 dx = dFdx( direction ) * 0.25;
			vec3 dy = dFdy( direction ) * 0.25;

			vec3 color = textureLod( envMap, equirectUv( normalize( direction - dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction - dx + dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx + dy ) ), 0.0 ).rgb;
			gl_FragColor = vec4( color * 0.25, 1.0 );

		}
	`)}function F0(){return pl("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function Ew(i){let e=new WeakMap,t=new WeakMap,n=null;function s(f,d=!1){return f==null?null:d?o(f):r(f)}function r(f){if(f&&f.isTexture){let d=f.mapping;if(d===Qc||d===eu)if(e.has(f)){let p=e.get(f).texture;return a(p,f.mapping)}else{let p=f.image;if(p&&p.height>0){let y=new dl(p.height);return y.fromEquirectangularTexture(i,f),e.set(f,y),f.addEventListener("dispose",c),a(y.texture,f.mapping)}else return null}}return f}function o(f){if(f&&f.isTexture&&f.isPMREMTexture!==!0){let d=f.mapping,
p=d===Qc||d===eu,y=d===Cr||d===zo;if(p||y){let g=t.get(f),m=g!==void 0?g.texture.pmremVersion:0;if(f.isRenderTargetTexture&&f.pmremVersion!==m)return n===null&&(n=new zu(i)),g=p?n.fromEquirectangular(f,g):n.fromCubemap(f,g),g.texture.pmremVersion=f.pmremVersion,t.set(f,g),g.texture;if(g!==void 0)return g.texture;{let v=f.image;return p&&v&&v.height>0||y&&v&&l(v)?(n===null&&(n=new zu(i)),g=p?n.fromEquirectangular(f):n.fromCubemap(f),g.texture.pmremVersion=f.pmremVersion,t.set(f,g),f.addEventListener(
"dispose",u),g.texture):null}}}return f}function a(f,d){return d===Qc?f.mapping=Cr:d===eu&&(f.mapping=zo),f}function l(f){let d=0,p=6;for(let y=0;y<p;y++)f[y]!==void 0&&d++;return d===p}function c(f){let d=f.target;d.removeEventListener("dispose",c);let p=e.get(d);p!==void 0&&(e.delete(d),p.dispose())}function u(f){let d=f.target;d.removeEventListener("dispose",u);let p=t.get(d);p!==void 0&&(t.delete(d),p.dispose())}function h(){e=new WeakMap,t=new WeakMap,n!==null&&(n.dispose(),n=null)}return{get:s,
dispose:h}}function Rw(i){let e={};function t(n){if(e[n]!==void 0)return e[n];let s=i.getExtension(n);return e[n]=s,s}return{has:function(n){return t(n)!==null},init:function(){t("EXT_color_buffer_float"),t("WEBGL_clip_cull_distance"),t("OES_texture_float_linear"),t("EXT_color_buffer_half_float"),t("WEBGL_multisampled_render_to_texture"),t("WEBGL_render_shared_exponent")},get:function(n){let s=t(n);return s===null&&Sa("WebGLRenderer: "+n+" extension not supported."),s}}}function Cw(i,e,t,n){let s={},
r=new WeakMap,o=new FinalizationRegistry(p=>delete s[p]);function a(p){l(p.target)}function l(p){p.index!==null&&e.remove(p.index);for(let g in p.attributes)e.remove(p.attributes[g]);p.removeEventListener("dispose",a),delete s[p.id],o.unregister(p);let y=r.get(p);y&&(e.remove(y),r.delete(p)),n.releaseStatesOfGeometry(p),p.isInstancedBufferGeometry===!0&&delete p._maxInstanceCount,t.memory.geometries--}function c(p,y){return s[y.id]!==void 0||(y.addEventListener("dispose",a),s[y.id]=new WeakRef(y),
o.register(y,y.id,y),t.memory.geometries++),y}function u(p){let y=p.attributes;for(let g in y)e.update(y[g],i.ARRAY_BUFFER)}function h(p){let y=p.index,g=p.attributes.position,m=0;if(g===void 0)return;let v=y!==null?y.array.length:g.array.length/3-1,b=g.count>=65535?La:Ia,x=new b(Math.ceil(v/3)*6,1),T=x.array;if(y!==null){let _=y.array;m=y.version;for(let w=0,D=0;w<v;w+=3){let P=_[w+0],I=_[w+1],F=_[w+2];T[D++]=P,T[D++]=I,T[D++]=I,T[D++]=F,T[D++]=F,T[D++]=P}}else{m=g.version;for(let _=0,w=0;_<v;_+=
3){let D=_+0,P=_+1,I=_+2;T[w++]=D,T[w++]=P,T[w++]=P,T[w++]=I,T[w++]=I,T[w++]=D}}x.version=m;let A=r.get(p);A&&e.remove(A),r.set(p,x)}function f(p){let y=r.get(p);if(y){let g=p.index;g!==null&&y.version<g.version&&h(p)}else h(p);return r.get(p)}function d(){for(let p in s){let y=s[p].deref();y!==void 0&&l(y)}}return{get:c,update:u,getWireframeAttribute:f,dispose:d}}function Pw(i,e,t){let n;function s(h){n=h}let r,o;function a(h){r=h.type,o=h.bytesPerElement}function l(h,f){i.drawElements(n,f,r,h*
o),t.update(f,n,1)}function c(h,f,d){d!==0&&(i.drawElementsInstanced(n,f,r,h*o,d),t.update(f,n,d))}function u(h,f,d){if(d===0)return;e.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,f,0,r,h,0,d);let y=0;for(let g=0;g<d;g++)y+=f[g];t.update(y,n,1)}this.setMode=s,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=u}function Iw(i){let e={geometries:0,textures:0},t={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(t.calls++,o){case i.TRIANGLES:t.triangles+=
a*(r/3);break;case i.LINES:t.lines+=a*(r/2);break;case i.LINE_STRIP:t.lines+=a*(r-1);break;case i.LINE_LOOP:t.lines+=a*r;break;case i.POINTS:t.points+=a*r;break;default:xt("WebGLInfo: Unknown draw mode:",o);break}}function s(){t.calls=0,t.triangles=0,t.points=0,t.lines=0}return{memory:e,render:t,programs:null,autoReset:!0,reset:s,update:n}}function Lw(i,e,t){let n=new WeakMap,s=new Nt;function r(o,a,l){let c=o.morphTargetInfluences,u=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.
color,h=u!==void 0?u.length:0,f=n.get(a);if(f===void 0||f.count!==h){let D=function(){_.dispose(),n.delete(a),a.removeEventListener("dispose",D)};f!==void 0&&f.texture.dispose();let d=a.morphAttributes.position!==void 0,p=a.morphAttributes.normal!==void 0,y=a.morphAttributes.color!==void 0,g=a.morphAttributes.position||[],m=a.morphAttributes.normal||[],v=a.morphAttributes.color||[],b=0;d===!0&&(b=1),p===!0&&(b=2),y===!0&&(b=3);let x=a.attributes.position.count*b,T=1;x>e.maxTextureSize&&(T=Math.ceil(
x/e.maxTextureSize),x=e.maxTextureSize);let A=new Float32Array(x*T*4*h),_=new Pa(A,x,T,h);_.type=Oi,_.needsUpdate=!0;let w=b*4;for(let P=0;P<h;P++){let I=g[P],F=m[P],k=v[P],L=x*T*4*P;for(let B=0;B<I.count;B++){let W=B*w;d===!0&&(s.fromBufferAttribute(I,B),A[L+W+0]=s.x,A[L+W+1]=s.y,A[L+W+2]=s.z,A[L+W+3]=0),p===!0&&(s.fromBufferAttribute(F,B),A[L+W+4]=s.x,A[L+W+5]=s.y,A[L+W+6]=s.z,A[L+W+7]=0),y===!0&&(s.fromBufferAttribute(k,B),A[L+W+8]=s.x,A[L+W+9]=s.y,A[L+W+10]=s.z,A[L+W+11]=k.itemSize===4?s.w:1)}}
f={count:h,texture:_,size:new Fe(x,T)},n.set(a,f),a.addEventListener("dispose",D)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(i,"morphTexture",o.morphTexture,t);else{let d=0;for(let y=0;y<c.length;y++)d+=c[y];let p=a.morphTargetsRelative?1:1-d;l.getUniforms().setValue(i,"morphTargetBaseInfluence",p),l.getUniforms().setValue(i,"morphTargetInfluences",c)}l.getUniforms().setValue(i,"morphTargetsTexture",f.texture,t),l.getUniforms().setValue(i,"morphTargetsTextureSize",
f.size)}return{update:r}}function Dw(i,e,t,n,s){let r=new WeakMap;function o(c){let u=s.render.frame,h=c.geometry,f=e.get(c,h);if(r.get(f)!==u&&(e.update(f),r.set(f,u)),c.isInstancedMesh&&(c.hasEventListener("dispose",l)===!1&&c.addEventListener("dispose",l),r.get(c)!==u&&(t.update(c.instanceMatrix,i.ARRAY_BUFFER),c.instanceColor!==null&&t.update(c.instanceColor,i.ARRAY_BUFFER),r.set(c,u))),c.isSkinnedMesh){let d=c.skeleton;r.get(d)!==u&&(d.update(),r.set(d,u))}return f}function a(){r=new WeakMap}
function l(c){let u=c.target;u.removeEventListener("dispose",l),n.releaseStatesOfObject(u),t.remove(u.instanceMatrix),u.instanceColor!==null&&t.remove(u.instanceColor)}return{update:o,dispose:a}}var Nw={[Wf]:"LINEAR_TONE_MAPPING",[Xf]:"REINHARD_TONE_MAPPING",[qf]:"CINEON_TONE_MAPPING",[Yf]:"ACES_FILMIC_TONE_MAPPING",[Zf]:"AGX_TONE_MAPPING",[Jf]:"NEUTRAL_TONE_MAPPING",[$f]:"CUSTOM_TONE_MAPPING"};function Uw(i,e,t,n,s,r){let o=new fi(e,t,{type:i,depthBuffer:s,stencilBuffer:r,samples:n?4:0,storeMultisampledDepthBuffer:!1,
storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),a=null,l=null,c=null,u=new sn;u.setAttribute("position",new Dt([-1,3,0,-1,-1,0,3,-1,0],3)),u.setAttribute("uv",new Dt([0,2,0,0,2,0],2));let h=new zc({uniforms:{tDiffuse:{value:null}},vertexShader:`
			precision highp float;

			uniform mat4 modelViewMatrix;
			uniform mat4 projectionMatrix;

			attribute vec3 position;
			attribute vec2 uv;

			varying vec2 vUv;

			void main() {
				vUv = uv;
				gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
			}`,fragmentShader:`
			precision highp float;

			uniform sampler2D tDiffuse;

			varying vec2 vUv;

			#include <tonemapping_pars_fragment>
			#include <colorspace_pars_fragment>

			void main() {
				gl_FragColor = texture2D( tDiffuse, vUv );

				#ifdef LINEAR_TONE_MAPPING
					gl_FragColor.rgb = LinearToneMapping( gl_FragColor.rgb );
				#elif defined( REINHARD_TONE_MAPPING )
					gl_FragColor.rgb = ReinhardToneMapping( gl_FragColor.rgb );
				#elif defined( CINEON_TONE_MAPPING )
					gl_FragColor.rgb = CineonToneMapping( gl_FragColor.rgb );
				#elif defined( ACES_FILMIC_TONE_MAPPING )
					gl_FragColor.rgb = ACESFilmicToneMapping( gl_FragColor.rgb );
				#elif defined( AGX_TONE_MAPPING )
					gl_FragColor.rgb = AgXToneMapping( gl_FragColor.rgb );
				#elif defined( NEUTRAL_TONE_MAPPING )
					gl_FragColor.rgb = NeutralToneMapping( gl_FragColor.rgb );
				#elif defined( CUSTOM_TONE_MAPPING )
					gl_FragColor.rgb = CustomToneMapping( gl_FragColor.rgb );
				#endif

				#ifdef SRGB_TRANSFER
					gl_FragColor = sRGBTransferOETF( gl_FragColor );
				#endif
			}`,depthTest:!1,depthWrite:!1}),f=new vn(u,h),d=new js(-1,1,1,-1,0,1),p=null,y=null,g=!1,m,v=null,b=[],x=!1;this.setSize=function(T,A){o.setSize(T,A),a!==null&&a.setSize(T,A),l!==null&&l.setSize(T,A);for(let _=0;_<b.length;_++){let w=b[_];w.setSize&&w.setSize(T,A)}},this.setEffects=function(T){b=T,x=b.length>0&&b[0].isRenderPass===!0;let A=o.width,_=o.height;b.length>0&&a===null&&(a=new fi(A,_,{type:Bi,depthBuffer:!1,stencilBuffer:!1}),l=new fi(A,_,{type:Bi,depthBuffer:!1,stencilBuffer:!1}));
let w=s===!0&&b.some(D=>D.needsDepthTexture===!0);w!==(o.depthTexture!==null)&&(w===!0&&c===null&&(c=new ws(A,_),r===!0&&(c.format=Es,c.type=Ir)),o.dispose(),o.depthTexture=w?c:null,o.resolveDepthBuffer=w,o.storeMultisampledDepthBuffer=w);for(let D=0;D<b.length;D++){let P=b[D];P.setSize&&P.setSize(A,_),w&&P.needsDepthTexture===!0&&P.setDepthTexture&&P.setDepthTexture(c)}},this.begin=function(T,A){if(g||T.toneMapping===ns&&b.length===0)return!1;if(v=A,A!==null){let _=A.width,w=A.height;(o.width!==
_||o.height!==w)&&this.setSize(_,w)}return x===!1&&T.setRenderTarget(o),m=T.toneMapping,T.toneMapping=ns,!0},this.hasRenderPass=function(){return x},this.end=function(T,A){T.toneMapping=m,g=!0;let _=o,w=a;for(let D=0;D<b.length;D++){let P=b[D];P.enabled!==!1&&(P.render(T,w,_,A),P.needsSwap!==!1&&(_=w,w=w===a?l:a))}if(p!==T.outputColorSpace||y!==T.toneMapping){p=T.outputColorSpace,y=T.toneMapping,h.defines={},Pt.getTransfer(p)===kt&&(h.defines.SRGB_TRANSFER="");let D=Nw[y];D&&(h.defines[D]=""),h.
needsUpdate=!0}h.uniforms.tDiffuse.value=_.texture,T.setRenderTarget(v),T.render(f,d),v=null,g=!1},this.isCompositing=function(){return g},this.dispose=function(){o.dispose(),a!==null&&a.dispose(),l!==null&&l.dispose(),u.dispose(),h.dispose()}}var sx=new Kn,rx=new ws(1,1),ox=new Na(1),ax=new Pa,lx=new Rc,cx=new Da,O0=[],B0=[],k0=new Float32Array(16),z0=new Float32Array(9),V0=new Float32Array(4);function Xo(i,e,t){let n=i[0];if(n<=0||n>0)return i;let s=e*t,r=O0[s];if(r===void 0&&(r=new Float32Array(
s),O0[s]=r),e!==0){n.toArray(r,0);for(let o=1,a=0;o!==e;++o)a+=t,i[o].toArray(r,a)}return r}function An(i,e){if(i.length!==e.length)return!1;for(let t=0,n=i.length;t<n;t++)if(i[t]!==e[t])return!1;return!0}function En(i,e){for(let t=0,n=e.length;t<n;t++)i[t]=e[t]}function Gu(i,e){let t=B0[e];t===void 0&&(t=new Int32Array(e),B0[e]=t);for(let n=0;n!==e;++n)t[n]=i.allocateTextureUnit();return t}function Fw(i,e){let t=this.cache;t[0]!==e&&(i.uniform1f(this.addr,e),t[0]=e)}function Ow(i,e){let t=this.
cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(i.uniform2f(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(An(t,e))return;i.uniform2fv(this.addr,e),En(t,e)}}function Bw(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(i.uniform3f(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else if(e.r!==void 0)(t[0]!==e.r||t[1]!==e.g||t[2]!==e.b)&&(i.uniform3f(this.addr,e.r,e.g,e.b),t[0]=e.r,t[1]=e.g,t[2]=e.b);else{if(An(t,e))return;i.uniform3fv(this.addr,e),En(t,e)}}function kw(i,e){
let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(i.uniform4f(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(An(t,e))return;i.uniform4fv(this.addr,e),En(t,e)}}function zw(i,e){let t=this.cache,n=e.elements;if(n===void 0){if(An(t,e))return;i.uniformMatrix2fv(this.addr,!1,e),En(t,e)}else{if(An(t,n))return;V0.set(n),i.uniformMatrix2fv(this.addr,!1,V0),En(t,n)}}function Vw(i,e){let t=this.cache,n=e.elements;if(n===void 0){if(An(t,e))return;i.
uniformMatrix3fv(this.addr,!1,e),En(t,e)}else{if(An(t,n))return;z0.set(n),i.uniformMatrix3fv(this.addr,!1,z0),En(t,n)}}function Gw(i,e){let t=this.cache,n=e.elements;if(n===void 0){if(An(t,e))return;i.uniformMatrix4fv(this.addr,!1,e),En(t,e)}else{if(An(t,n))return;k0.set(n),i.uniformMatrix4fv(this.addr,!1,k0),En(t,n)}}function Hw(i,e){let t=this.cache;t[0]!==e&&(i.uniform1i(this.addr,e),t[0]=e)}function Ww(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(i.uniform2i(this.addr,e.x,
e.y),t[0]=e.x,t[1]=e.y);else{if(An(t,e))return;i.uniform2iv(this.addr,e),En(t,e)}}function Xw(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(i.uniform3i(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(An(t,e))return;i.uniform3iv(this.addr,e),En(t,e)}}function qw(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(i.uniform4i(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(An(t,e))return;i.uniform4iv(
this.addr,e),En(t,e)}}function Yw(i,e){let t=this.cache;t[0]!==e&&(i.uniform1ui(this.addr,e),t[0]=e)}function $w(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(i.uniform2ui(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(An(t,e))return;i.uniform2uiv(this.addr,e),En(t,e)}}function Zw(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(i.uniform3ui(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(An(t,e))return;i.uniform3uiv(this.addr,e),En(t,e)}}
function Jw(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(i.uniform4ui(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(An(t,e))return;i.uniform4uiv(this.addr,e),En(t,e)}}function Hu(i){return i.version===0&&(i.compareFunction=ad,i.needsUpdate=!0),i}function Kw(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_2D_SHADOW?r=Hu(rx):r=sx,t.setTexture2D(e||r,s)}function jw(i,e,t){
let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),t.setTexture3D(e||lx,s)}function Qw(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_CUBE_SHADOW?r=Hu(ox):r=cx,t.setTextureCube(e||r,s)}function eT(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),t.setTexture2DArray(e||ax,s)}function tT(i){switch(i){case 5126:return Fw;case 35664:return Ow;case 35665:
return Bw;case 35666:return kw;case 35674:return zw;case 35675:return Vw;case 35676:return Gw;case 5124:case 35670:return Hw;case 35667:case 35671:return Ww;case 35668:case 35672:return Xw;case 35669:case 35673:return qw;case 5125:return Yw;case 36294:return $w;case 36295:return Zw;case 36296:return Jw;case 35678:case 36198:case 36298:case 36306:case 35682:return Kw;case 35679:case 36299:case 36307:return jw;case 35680:case 36300:case 36308:case 36293:return Qw;case 36289:case 36303:case 36311:case 36292:
return eT}}function nT(i,e){i.uniform1fv(this.addr,e)}function iT(i,e){let t=Xo(e,this.size,2);i.uniform2fv(this.addr,t)}function sT(i,e){let t=Xo(e,this.size,3);i.uniform3fv(this.addr,t)}function rT(i,e){let t=Xo(e,this.size,4);i.uniform4fv(this.addr,t)}function oT(i,e){let t=Xo(e,this.size,4);i.uniformMatrix2fv(this.addr,!1,t)}function aT(i,e){let t=Xo(e,this.size,9);i.uniformMatrix3fv(this.addr,!1,t)}function lT(i,e){let t=Xo(e,this.size,16);i.uniformMatrix4fv(this.addr,!1,t)}function cT(i,e){
i.uniform1iv(this.addr,e)}function uT(i,e){i.uniform2iv(this.addr,e)}function hT(i,e){i.uniform3iv(this.addr,e)}function fT(i,e){i.uniform4iv(this.addr,e)}function dT(i,e){i.uniform1uiv(this.addr,e)}function pT(i,e){i.uniform2uiv(this.addr,e)}function mT(i,e){i.uniform3uiv(this.addr,e)}function gT(i,e){i.uniform4uiv(this.addr,e)}function xT(i,e,t){let n=this.cache,s=e.length,r=Gu(t,s);An(n,r)||(i.uniform1iv(this.addr,r),En(n,r));let o;this.type===i.SAMPLER_2D_SHADOW?o=Hu(rx):o=sx;for(let a=0;a!==
s;++a)t.setTexture2D(e[a]||o,r[a])}function _T(i,e,t){let n=this.cache,s=e.length,r=Gu(t,s);An(n,r)||(i.uniform1iv(this.addr,r),En(n,r));for(let o=0;o!==s;++o)t.setTexture3D(e[o]||lx,r[o])}function yT(i,e,t){let n=this.cache,s=e.length,r=Gu(t,s);An(n,r)||(i.uniform1iv(this.addr,r),En(n,r));let o;this.type===i.SAMPLER_CUBE_SHADOW?o=Hu(ox):o=cx;for(let a=0;a!==s;++a)t.setTextureCube(e[a]||o,r[a])}function vT(i,e,t){let n=this.cache,s=e.length,r=Gu(t,s);An(n,r)||(i.uniform1iv(this.addr,r),En(n,r));
for(let o=0;o!==s;++o)t.setTexture2DArray(e[o]||ax,r[o])}function bT(i){switch(i){case 5126:return nT;case 35664:return iT;case 35665:return sT;case 35666:return rT;case 35674:return oT;case 35675:return aT;case 35676:return lT;case 5124:case 35670:return cT;case 35667:case 35671:return uT;case 35668:case 35672:return hT;case 35669:case 35673:return fT;case 5125:return dT;case 36294:return pT;case 36295:return mT;case 36296:return gT;case 35678:case 36198:case 36298:case 36306:case 35682:return xT;case 35679:case 36299:case 36307:
return _T;case 35680:case 36300:case 36308:case 36293:return yT;case 36289:case 36303:case 36311:case 36292:return vT}}var vd=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.setValue=tT(t.type)}},bd=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.size=t.size,this.setValue=bT(t.type)}},Md=class{constructor(e){this.id=e,this.seq=[],this.map={}}setValue(e,t,n){let s=this.seq;for(let r=0,o=s.length;r!==o;++r){let a=s[r];a.setValue(
e,t[a.id],n)}}},_d=/(\w+)(\])?(\[|\.)?/g;function G0(i,e){i.seq.push(e),i.map[e.id]=e}function MT(i,e,t){let n=i.name,s=n.length;for(_d.lastIndex=0;;){let r=_d.exec(n),o=_d.lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===s){G0(t,c===void 0?new vd(a,i,e):new bd(a,i,e));break}else{let h=t.map[a];h===void 0&&(h=new Md(a),G0(t,h)),t=h}}}var Wo=class{constructor(e,t){this.seq=[],this.map={};let n=e.getProgramParameter(t,e.ACTIVE_UNIFORMS);for(let o=0;o<n;++o){let a=e.getActiveUniform(
t,o),l=e.getUniformLocation(t,a.name);MT(a,l,this)}let s=[],r=[];for(let o of this.seq)o.type===e.SAMPLER_2D_SHADOW||o.type===e.SAMPLER_CUBE_SHADOW||o.type===e.SAMPLER_2D_ARRAY_SHADOW?s.push(o):r.push(o);s.length>0&&(this.seq=s.concat(r))}setValue(e,t,n,s){let r=this.map[t];r!==void 0&&r.setValue(e,n,s)}setOptional(e,t,n){let s=t[n];s!==void 0&&this.setValue(e,n,s)}static upload(e,t,n,s){for(let r=0,o=t.length;r!==o;++r){let a=t[r],l=n[a.id];l.needsUpdate!==!1&&a.setValue(e,l.value,s)}}static seqWithValue(e,t){
let n=[];for(let s=0,r=e.length;s!==r;++s){let o=e[s];o.id in t&&n.push(o)}return n}};function H0(i,e,t){let n=i.createShader(e);return i.shaderSource(n,t),i.compileShader(n),n}var ST=37297,wT=0;function TT(i,e){let t=i.split(`
`),n=[],s=Math.max(e-6,0),r=Math.min(e+6,t.length);for(let o=s;o<r;o++){let a=o+1;n.push(`${a===e?">":" "} ${a}: ${t[o]}`)}return n.join(`
`)}var W0=new pt;function AT(i){Pt._getMatrix(W0,Pt.workingColorSpace,i);let e=`mat3( ${W0.elements.map(t=>t.toFixed(4))} )`;switch(Pt.getTransfer(i)){case Ra:return[e,"LinearTransferOETF"];case kt:return[e,"sRGBTransferOETF"];default:return ft("WebGLProgram: Unsupported color space: ",i),[e,"LinearTransferOETF"]}}function X0(i,e,t){let n=i.getShaderParameter(e,i.COMPILE_STATUS),r=(i.getShaderInfoLog(e)||"").trim();if(n&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return t.
toUpperCase()+`

`+r+`

`+TT(i.getShaderSource(e),a)}else return r}function ET(i,e){let t=AT(e);return[`vec4 ${i}( vec4 value ) {`,`	return ${t[1]}( vec4( ${t[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var RT={[Wf]:"Linear",[Xf]:"Reinhard",[qf]:"Cineon",[Yf]:"ACESFilmic",[Zf]:"AgX",[Jf]:"Neutral",[$f]:"Custom"};function CT(i,e){let t=RT[e];return t===void 0?(ft("WebGLProgram: Unsupported toneMapping:",e),"vec3 "+i+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+i+"( vec3 color ) { return "+t+"ToneMapping( color ); }"}var ku=new G;function PT(){Pt.getLuminanceCoefficients(ku);let i=ku.x.toFixed(4),e=ku.y.toFixed(4),t=ku.z.toFixed(4);return["float luminance( const in vec3 rgb\
 ) {",`	const vec3 weights = vec3( ${i}, ${e}, ${t} );`,"	return dot( weights, rgb );","}"].join(`
`)}function IT(i){return[i.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",i.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(fl).join(`
`)}function LT(i){let e=[];for(let t in i){let n=i[t];n!==!1&&e.push("#define "+t+" "+n)}return e.join(`
`)}function DT(i,e){let t={},n=i.getProgramParameter(e,i.ACTIVE_ATTRIBUTES);for(let s=0;s<n;s++){let r=i.getActiveAttrib(e,s),o=r.name,a=1;r.type===i.FLOAT_MAT2&&(a=2),r.type===i.FLOAT_MAT3&&(a=3),r.type===i.FLOAT_MAT4&&(a=4),t[o]={type:r.type,location:i.getAttribLocation(e,o),locationSize:a}}return t}function fl(i){return i!==""}function q0(i,e){let t=e.numSpotLightShadows+e.numSpotLightMaps-e.numSpotLightShadowsWithMaps;return i.replace(/NUM_SUN_LIGHTS/g,e.numSunLights).replace(/NUM_DIR_LIGHTS/g,
e.numDirLights).replace(/NUM_SPOT_LIGHTS/g,e.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,e.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,t).replace(/NUM_RECT_AREA_LIGHTS/g,e.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,e.numPointLights).replace(/NUM_HEMI_LIGHTS/g,e.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,e.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,e.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,e.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,
e.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,e.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,e.numLightProbeGrids)}function Y0(i,e){return i.replace(/NUM_CLIPPING_PLANES/g,e.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,e.numClippingPlanes-e.numClipIntersection)}var NT=/^[ \t]*#include +<([\w\d./]+)>/gm;function Sd(i){return i.replace(NT,UT)}function UT(i,e){let t=Mt[e];if(t===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+e+">");return Sd(t)}
var FT=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function $0(i){return i.replace(FT,OT)}function OT(i,e,t,n){let s="";for(let r=parseInt(e);r<parseInt(t);r++)s+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return s}function Z0(i){let e=`precision ${i.precision} float;
	precision ${i.precision} int;
	precision ${i.precision} sampler2D;
	precision ${i.precision} samplerCube;
	precision ${i.precision} sampler3D;
	precision ${i.precision} sampler2DArray;
	precision ${i.precision} sampler2DShadow;
	precision ${i.precision} samplerCubeShadow;
	precision ${i.precision} sampler2DArrayShadow;
	precision ${i.precision} isampler2D;
	precision ${i.precision} isampler3D;
	precision ${i.precision} isamplerCube;
	precision ${i.precision} isampler2DArray;
	precision ${i.precision} usampler2D;
	precision ${i.precision} usampler3D;
	precision ${i.precision} usamplerCube;
	precision ${i.precision} usampler2DArray;
	`;return i.precision==="highp"?e+=`
#define HIGH_PRECISION`:i.precision==="mediump"?e+=`
#define MEDIUM_PRECISION`:i.precision==="lowp"&&(e+=`
#define LOW_PRECISION`),e}var BT={[Ar]:"SHADOWMAP_TYPE_PCF",[Bo]:"SHADOWMAP_TYPE_VSM"};function kT(i){return BT[i.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var zT={[zo]:"ENVMAP_MODE_REFRACTION"};function VT(i){return i.envMap===!1?"ENVMAP_MODE_REFLECTION":zT[i.envMapMode]||"ENVMAP_MODE_REFLECTION"}var GT={[jc]:"ENVMAP_BLENDING_MULTIPLY",[a0]:"ENVMAP_BLENDING_MIX",[l0]:"ENVMAP_BLENDING_ADD"};function HT(i){return i.envMap===!1?"ENVMAP_BLENDING_NONE":GT[i.combine]||"ENVMAP_BLENDING_NONE"}function WT(i,e,t,n){
let s=i.getContext(),r=t.defines,o=t.vertexShader,a=t.fragmentShader,l=kT(t),c=t.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",u=VT(t),h=HT(t),f=IT(t),d=LT(r),p=s.createProgram(),y,g,m=t.glslVersion?"#version "+t.glslVersion+`
`:"";t.isRawShaderMaterial?(y=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,d].filter(fl).join(`
`),y.length>0&&(y+=`
`),g=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,d].filter(fl).join(`
`),g.length>0&&(g+=`
`)):(y=[Z0(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,d,t.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",t.batching?"#define USE_BATCHING":"",t.batchingColor?"#define USE_BATCHING_COLOR":"",t.instancing?"#define USE_INSTANCING":"",t.instancingColor?"#define USE_INSTANCING_COLOR":"",t.instancingMorph?"#define USE_INSTANCING_MORPH":"",t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.map?"#define USE_MAP":"",t.envMap?"#define\
 USE_ENVMAP":"",t.envMap?"#define "+u:"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.displacementMap?"#define USE_DISPLACEMENTMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoatMap?
"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?
"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.mapUv?"#define MAP_UV "+t.mapUv:"",t.alphaMapUv?"#define ALPHAMAP_UV "+t.alphaMapUv:"",t.lightMapUv?"#\
define LIGHTMAP_UV "+t.lightMapUv:"",t.aoMapUv?"#define AOMAP_UV "+t.aoMapUv:"",t.emissiveMapUv?"#define EMISSIVEMAP_UV "+t.emissiveMapUv:"",t.bumpMapUv?"#define BUMPMAP_UV "+t.bumpMapUv:"",t.normalMapUv?"#define NORMALMAP_UV "+t.normalMapUv:"",t.displacementMapUv?"#define DISPLACEMENTMAP_UV "+t.displacementMapUv:"",t.metalnessMapUv?"#define METALNESSMAP_UV "+t.metalnessMapUv:"",t.roughnessMapUv?"#define ROUGHNESSMAP_UV "+t.roughnessMapUv:"",t.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+t.anisotropyMapUv:
"",t.clearcoatMapUv?"#define CLEARCOATMAP_UV "+t.clearcoatMapUv:"",t.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+t.clearcoatNormalMapUv:"",t.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+t.clearcoatRoughnessMapUv:"",t.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+t.diffuseRoughnessMapUv:"",t.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+t.iridescenceMapUv:"",t.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+t.iridescenceThicknessMapUv:"",t.sheenColorMapUv?
"#define SHEEN_COLORMAP_UV "+t.sheenColorMapUv:"",t.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+t.sheenRoughnessMapUv:"",t.specularMapUv?"#define SPECULARMAP_UV "+t.specularMapUv:"",t.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+t.specularColorMapUv:"",t.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+t.specularIntensityMapUv:"",t.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+t.transmissionMapUv:"",t.thicknessMapUv?"#define THICKNESSMAP_UV "+t.thicknessMapUv:"",t.vertexTangents&&
t.flatShading===!1?"#define USE_TANGENT":"",t.vertexNormals?"#define HAS_NORMAL":"",t.vertexColors?"#define USE_COLOR":"",t.vertexAlphas?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.flatShading?"#define FLAT_SHADED":"",t.skinning?"#define USE_SKINNING":"",t.morphTargets?"#define USE_MORPHTARGETS":"",t.morphNormals&&t.flatShading===!1?"#define USE_MORPHNORMALS":"",t.morphColors?
"#define USE_MORPHCOLORS":"",t.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+t.morphTextureStride:"",t.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+t.morphTargetsCount:"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.sizeAttenuation?"#define USE_SIZEATTENUATION":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPT\
H_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","a\
ttribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(fl).join(`
`),g=[Z0(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,d,t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",t.map?"#define USE_MAP":"",t.matcap?"#define USE_MATCAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+c:"",t.envMap?"#define "+u:"",t.envMap?"#define "+h:"",t.envMapPMREM?"#define ENVMAP_MAX_LOD "+t.envMapMaxLod+".0":"",t.envMapPMREM?"#define ENVMAP_SIZE "+t.envMapSize+".0":
"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoat?"#define USE_CLEARCOAT":"",t.clearcoatMap?
"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.dispersion?"#define USE_DISPERSION":"",t.retroreflection?"#define USE_RETROREFLECTION":"",t.iridescence?"#define USE_IRIDESCENCE":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE\
_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaTest?"#define USE_ALPHATEST":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.sheen?"#define USE_SHEEN":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_\
ROUGHNESSMAP":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexColors||t.instancingColor?"#define USE_COLOR":"",t.vertexAlphas||t.batchingColor?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.gradientMap?"#defin\
e USE_GRADIENTMAP":"",t.flatShading?"#define FLAT_SHADED":"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",t.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DE\
PTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",t.toneMapping!==ns?"#define TONE_MAPPING":"",t.toneMapping!==ns?Mt.tonemapping_pars_fragment:"",t.toneMapping!==ns?CT("toneMapping",t.toneMapping):"",t.dithering?"#define DITHERING":"",t.opaque?"#define OPAQUE":"",Mt.colorspace_pars_fragment,ET("linearToOutputTexel",t.outputColorSpace),PT(),t.useDepthPacking?"#define DEPTH_PACKING "+
t.depthPacking:"",`
`].filter(fl).join(`
`)),o=Sd(o),o=q0(o,t),o=Y0(o,t),a=Sd(a),a=q0(a,t),a=Y0(a,t),o=$0(o),a=$0(a),t.isRawShaderMaterial!==!0&&(m=`#version 300 es
`,y=[f,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+y,g=["#define varying in",t.glslVersion===ld?"":"layout(location = 0) out highp vec4 pc_fragColor;",t.glslVersion===ld?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad",
"#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+g);let v=m+y+o,b=m+g+a,x=H0(s,s.VERTEX_SHADER,v),T=H0(s,s.FRAGMENT_SHADER,b);s.attachShader(p,x),s.attachShader(p,T),t.index0AttributeName!==void 0?s.bindAttribLocation(p,0,t.index0AttributeName):t.hasPositionAttribute===!0&&s.bindAttribLocation(p,0,"position"),s.linkProgram(p);function A(P){if(i.debug.checkShaderErrors){let I=s.getProgramInfoLog(p)||"",F=s.getShaderInfoLog(x)||"",k=s.getShaderInfoLog(T)||"",L=I.trim(),B=F.trim(),W=k.trim(),V=!0,he=!0;if(s.getProgramParameter(p,s.LINK_STATUS)===
!1)if(V=!1,typeof i.debug.onShaderError=="function")i.debug.onShaderError(s,p,x,T);else{let Z=X0(s,x,"vertex"),j=X0(s,T,"fragment");xt("WebGLProgram: Shader Error "+s.getError()+" - VALIDATE_STATUS "+s.getProgramParameter(p,s.VALIDATE_STATUS)+`

Material Name: `+P.name+`
Material Type: `+P.type+`

Program Info Log: `+L+`
`+Z+`
`+j)}else L!==""?ft("WebGLProgram: Program Info Log:",L):(B===""||W==="")&&(he=!1);he&&(P.diagnostics={runnable:V,programLog:L,vertexShader:{log:B,prefix:y},fragmentShader:{log:W,prefix:g}})}s.deleteShader(x),s.deleteShader(T),_=new Wo(s,p),w=DT(s,p)}let _;this.getUniforms=function(){return _===void 0&&A(this),_};let w;this.getAttributes=function(){return w===void 0&&A(this),w};let D=t.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return D===!1&&(D=s.getProgramParameter(
p,ST)),D},this.destroy=function(){n.releaseStatesOfProgram(this),s.deleteProgram(p),this.program=void 0},this.type=t.shaderType,this.name=t.shaderName,this.id=wT++,this.cacheKey=e,this.usedTimes=1,this.program=p,this.vertexShader=x,this.fragmentShader=T,this}var XT=0,wd=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(e,t,n){let s=this._getShaderCacheForMaterial(e);return s.has(t)===!1&&(s.add(t),t.usedTimes++),s.has(n)===!1&&(s.add(n),n.usedTimes++),this}remove(e){
let t=this.materialCache.get(e);for(let n of t)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(e),this}getVertexShaderStage(e){return this._getShaderStage(e.vertexShader)}getFragmentShaderStage(e){return this._getShaderStage(e.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(e){let t=this.materialCache,n=t.get(e);return n===void 0&&(n=new Set,t.set(e,n)),n}_getShaderStage(e){let t=this.shaderCache,
n=t.get(e);return n===void 0&&(n=new Td(e),t.set(e,n)),n}},Td=class{constructor(e){this.id=XT++,this.code=e,this.usedTimes=0}};function qT(i){return i===er||i===ll||i===cl}function YT(i,e,t,n,s,r){let o=new Ao,a=new wd,l=new Set,c=[],u=new Map,h=n.logarithmicDepthBuffer,f={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"\
physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function d(_){return l.add(_),_===0?"uv":`uv${_}`}function p(_,w,D,P,I,F){let k=P.fog,L=I.geometry,B=_.isMeshStandardMaterial||_.isMeshLambertMaterial||_.isMeshPhongMaterial?P.environment:null,W=_.isMeshStandardMaterial||_.isMeshLambertMaterial&&!_.envMap||_.isMeshPhongMaterial&&!_.envMap,V=e.get(_.envMap||B,W),he=f[_.type],Z=n.precision;
_.precision!==null&&(Z=n.getMaxPrecision(_.precision),Z!==_.precision&&ft("WebGLProgram.getParameters:",_.precision,"not supported, using",Z,"instead."));let j=L.morphAttributes.position||L.morphAttributes.normal||L.morphAttributes.color,ne=j!==void 0?j.length:0,Me=0;L.morphAttributes.position!==void 0&&(Me=1),L.morphAttributes.normal!==void 0&&(Me=2),L.morphAttributes.color!==void 0&&(Me=3);let me,ie,we,Y;if(he){let Be=ss[he];me=Be.vertexShader,ie=Be.fragmentShader}else{me=_.vertexShader,ie=_.fragmentShader;
let Be=a.getVertexShaderStage(_),mt=a.getFragmentShaderStage(_);a.update(_,Be,mt),we=Be.id,Y=mt.id}let re=i.getRenderTarget(),ye=i.state.buffers.depth.getReversed(),Ae=I.isInstancedMesh===!0,et=I.isBatchedMesh===!0,qe=!!_.map,ot=!!_.matcap,lt=!!V,ve=lt&&V.isPMREMTexture===!0,K=!!_.aoMap,be=!!_.lightMap,Ce=!!_.bumpMap&&_.wireframe===!1,H=!!_.normalMap,J=!!_.displacementMap,Q=!!_.emissiveMap,ue=!!_.metalnessMap,fe=!!_.roughnessMap,Oe=_.anisotropy>0,N=_.clearcoat>0,_e=_.diffuseRoughness>0,Le=_.dispersion>
0,Ge=_.retroreflectivity>0,Re=_.iridescence>0,Qe=_.sheen>0,De=_.transmission>0,$e=Oe&&!!_.anisotropyMap,C=N&&!!_.clearcoatMap,S=N&&!!_.clearcoatNormalMap,X=N&&!!_.clearcoatRoughnessMap,de=_e&&!!_.diffuseRoughnessMap,ae=Re&&!!_.iridescenceMap,Ee=Re&&!!_.iridescenceThicknessMap,Pe=Qe&&!!_.sheenColorMap,le=Qe&&!!_.sheenRoughnessMap,pe=!!_.specularMap,Ie=!!_.specularColorMap,z=!!_.specularIntensityMap,xe=De&&!!_.transmissionMap,ge=De&&!!_.thicknessMap,ze=!!_.gradientMap,Ue=!!_.alphaMap,ke=_.alphaTest>
0,at=!!_.alphaHash,dt=!!_.extensions,Se=ns;_.toneMapped&&(re===null||re.isXRRenderTarget===!0)&&(Se=i.toneMapping);let Ye=ve?V.isCompressedCubeTexture?V.image[0].mipmaps:V.mipmaps:null,ct={shaderID:he,shaderType:_.type,shaderName:_.name,vertexShader:me,fragmentShader:ie,defines:_.defines,customVertexShaderID:we,customFragmentShaderID:Y,isRawShaderMaterial:_.isRawShaderMaterial===!0,glslVersion:_.glslVersion,precision:Z,batching:et,batchingColor:et&&I._colorsTexture!==null,instancing:Ae,instancingColor:Ae&&
I.instanceColor!==null,instancingMorph:Ae&&I.morphTexture!==null,outputColorSpace:re===null?i.outputColorSpace:re.isXRRenderTarget===!0?re.texture.colorSpace:Pt.workingColorSpace,alphaToCoverage:!!_.alphaToCoverage,map:qe,matcap:ot,envMap:lt,envMapMode:lt&&V.mapping,envMapPMREM:ve,envMapMaxLod:ve?Ye.length-1:null,envMapSize:ve?Ye[0].width:null,aoMap:K,lightMap:be,bumpMap:Ce,normalMap:H,displacementMap:J,emissiveMap:Q,normalMapObjectSpace:H&&_.normalMapType===h0,normalMapTangentSpace:H&&_.normalMapType===
ul,packedNormalMap:H&&_.normalMapType===ul&&qT(_.normalMap.format),metalnessMap:ue,roughnessMap:fe,anisotropy:Oe,anisotropyMap:$e,clearcoat:N,clearcoatMap:C,clearcoatNormalMap:S,clearcoatRoughnessMap:X,diffuseRoughness:_e,diffuseRoughnessMap:de,dispersion:Le,retroreflection:Ge,iridescence:Re,iridescenceMap:ae,iridescenceThicknessMap:Ee,sheen:Qe,sheenColorMap:Pe,sheenRoughnessMap:le,specularMap:pe,specularColorMap:Ie,specularIntensityMap:z,transmission:De,transmissionMap:xe,thicknessMap:ge,gradientMap:ze,
opaque:_.transparent===!1&&_.blending===ko&&_.alphaToCoverage===!1,alphaMap:Ue,alphaTest:ke,alphaHash:at,combine:_.combine,mapUv:qe&&d(_.map.channel),aoMapUv:K&&d(_.aoMap.channel),lightMapUv:be&&d(_.lightMap.channel),bumpMapUv:Ce&&d(_.bumpMap.channel),normalMapUv:H&&d(_.normalMap.channel),displacementMapUv:J&&d(_.displacementMap.channel),emissiveMapUv:Q&&d(_.emissiveMap.channel),metalnessMapUv:ue&&d(_.metalnessMap.channel),roughnessMapUv:fe&&d(_.roughnessMap.channel),anisotropyMapUv:$e&&d(_.anisotropyMap.
channel),clearcoatMapUv:C&&d(_.clearcoatMap.channel),clearcoatNormalMapUv:S&&d(_.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:X&&d(_.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:de&&d(_.diffuseRoughnessMap.channel),iridescenceMapUv:ae&&d(_.iridescenceMap.channel),iridescenceThicknessMapUv:Ee&&d(_.iridescenceThicknessMap.channel),sheenColorMapUv:Pe&&d(_.sheenColorMap.channel),sheenRoughnessMapUv:le&&d(_.sheenRoughnessMap.channel),specularMapUv:pe&&d(_.specularMap.channel),specularColorMapUv:Ie&&
d(_.specularColorMap.channel),specularIntensityMapUv:z&&d(_.specularIntensityMap.channel),transmissionMapUv:xe&&d(_.transmissionMap.channel),thicknessMapUv:ge&&d(_.thicknessMap.channel),alphaMapUv:Ue&&d(_.alphaMap.channel),vertexTangents:!!L.attributes.tangent&&(H||Oe),vertexNormals:!!L.attributes.normal,vertexColors:_.vertexColors,vertexAlphas:_.vertexColors===!0&&!!L.attributes.color&&L.attributes.color.itemSize===4,pointsUvs:I.isPoints===!0&&!!L.attributes.uv&&(qe||Ue),fog:!!k,useFog:_.fog===
!0,fogExp2:!!k&&k.isFogExp2,flatShading:_.wireframe===!1&&(_.flatShading===!0||L.attributes.normal===void 0&&H===!1&&(_.isMeshLambertMaterial||_.isMeshPhongMaterial||_.isMeshStandardMaterial||_.isMeshPhysicalMaterial)),sizeAttenuation:_.sizeAttenuation===!0,logarithmicDepthBuffer:h,reversedDepthBuffer:ye,skinning:I.isSkinnedMesh===!0,hasPositionAttribute:L.attributes.position!==void 0,morphTargets:L.morphAttributes.position!==void 0,morphNormals:L.morphAttributes.normal!==void 0,morphColors:L.morphAttributes.
color!==void 0,morphTargetsCount:ne,morphTextureStride:Me,numSunLights:w.sun.length,numDirLights:w.directional.length,numPointLights:w.point.length,numSpotLights:w.spot.length,numSpotLightMaps:w.spotLightMap.length,numRectAreaLights:w.rectArea.length,numHemiLights:w.hemi.length,numSunLightShadows:w.sunShadowMap.length,numDirLightShadows:w.directionalShadowMap.length,numPointLightShadows:w.pointShadowMap.length,numSpotLightShadows:w.spotShadowMap.length,numSpotLightShadowsWithMaps:w.numSpotLightShadowsWithMaps,
numLightProbes:w.numLightProbes,numLightProbeGrids:F.filter(Be=>Be.texture!==null).length,numClippingPlanes:r.numPlanes,numClipIntersection:r.numIntersection,dithering:_.dithering,shadowMapEnabled:i.shadowMap.enabled&&D.length>0,shadowMapType:i.shadowMap.type,toneMapping:Se,decodeVideoTexture:qe&&_.map.isVideoTexture===!0&&Pt.getTransfer(_.map.colorSpace)===kt,decodeVideoTextureEmissive:Q&&_.emissiveMap.isVideoTexture===!0&&Pt.getTransfer(_.emissiveMap.colorSpace)===kt,premultipliedAlpha:_.premultipliedAlpha,
doubleSided:_.side===ei,flipSided:_.side===Qn,useDepthPacking:_.depthPacking>=0,depthPacking:_.depthPacking||0,index0AttributeName:_.index0AttributeName,extensionClipCullDistance:dt&&_.extensions.clipCullDistance===!0&&t.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(dt&&_.extensions.multiDraw===!0||et)&&t.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:t.has("KHR_parallel_shader_compile"),customProgramCacheKey:_.customProgramCacheKey()};return ct.vertexUv1s=l.has(1),ct.vertexUv2s=
l.has(2),ct.vertexUv3s=l.has(3),l.clear(),ct}function y(_){let w=[];if(_.shaderID?w.push(_.shaderID):(w.push(_.customVertexShaderID),w.push(_.customFragmentShaderID)),_.defines!==void 0)for(let D in _.defines)w.push(D),w.push(_.defines[D]);return _.isRawShaderMaterial===!1&&(g(w,_),m(w,_),w.push(i.outputColorSpace)),w.push(_.customProgramCacheKey),w.join()}function g(_,w){_.push(w.precision),_.push(w.outputColorSpace),_.push(w.envMapMode),_.push(w.envMapPMREM),_.push(w.envMapMaxLod),_.push(w.envMapSize),
_.push(w.mapUv),_.push(w.alphaMapUv),_.push(w.lightMapUv),_.push(w.aoMapUv),_.push(w.bumpMapUv),_.push(w.normalMapUv),_.push(w.displacementMapUv),_.push(w.emissiveMapUv),_.push(w.metalnessMapUv),_.push(w.roughnessMapUv),_.push(w.anisotropyMapUv),_.push(w.clearcoatMapUv),_.push(w.clearcoatNormalMapUv),_.push(w.clearcoatRoughnessMapUv),_.push(w.diffuseRoughnessMapUv),_.push(w.iridescenceMapUv),_.push(w.iridescenceThicknessMapUv),_.push(w.sheenColorMapUv),_.push(w.sheenRoughnessMapUv),_.push(w.specularMapUv),
_.push(w.specularColorMapUv),_.push(w.specularIntensityMapUv),_.push(w.transmissionMapUv),_.push(w.thicknessMapUv),_.push(w.combine),_.push(w.fogExp2),_.push(w.sizeAttenuation),_.push(w.morphTargetsCount),_.push(w.numSunLights),_.push(w.numDirLights),_.push(w.numPointLights),_.push(w.numSpotLights),_.push(w.numSpotLightMaps),_.push(w.numHemiLights),_.push(w.numRectAreaLights),_.push(w.numSunLightShadows),_.push(w.numDirLightShadows),_.push(w.numPointLightShadows),_.push(w.numSpotLightShadows),_.
push(w.numSpotLightShadowsWithMaps),_.push(w.numLightProbes),_.push(w.numLightProbeGrids),_.push(w.shadowMapType),_.push(w.toneMapping),_.push(w.numClippingPlanes),_.push(w.numClipIntersection),_.push(w.depthPacking)}function m(_,w){o.disableAll(),w.instancing&&o.enable(0),w.instancingColor&&o.enable(1),w.instancingMorph&&o.enable(2),w.matcap&&o.enable(3),w.envMap&&o.enable(4),w.normalMapObjectSpace&&o.enable(5),w.normalMapTangentSpace&&o.enable(6),w.clearcoat&&o.enable(7),w.iridescence&&o.enable(
8),w.alphaTest&&o.enable(9),w.vertexColors&&o.enable(10),w.vertexAlphas&&o.enable(11),w.vertexUv1s&&o.enable(12),w.vertexUv2s&&o.enable(13),w.vertexUv3s&&o.enable(14),w.vertexTangents&&o.enable(15),w.anisotropy&&o.enable(16),w.alphaHash&&o.enable(17),w.batching&&o.enable(18),w.dispersion&&o.enable(19),w.retroreflection&&o.enable(24),w.diffuseRoughness&&o.enable(25),w.batchingColor&&o.enable(20),w.gradientMap&&o.enable(21),w.packedNormalMap&&o.enable(22),w.vertexNormals&&o.enable(23),_.push(o.mask),
o.disableAll(),w.fog&&o.enable(0),w.useFog&&o.enable(1),w.flatShading&&o.enable(2),w.logarithmicDepthBuffer&&o.enable(3),w.reversedDepthBuffer&&o.enable(4),w.skinning&&o.enable(5),w.morphTargets&&o.enable(6),w.morphNormals&&o.enable(7),w.morphColors&&o.enable(8),w.premultipliedAlpha&&o.enable(9),w.shadowMapEnabled&&o.enable(10),w.doubleSided&&o.enable(11),w.flipSided&&o.enable(12),w.useDepthPacking&&o.enable(13),w.dithering&&o.enable(14),w.transmission&&o.enable(15),w.sheen&&o.enable(16),w.opaque&&
o.enable(17),w.pointsUvs&&o.enable(18),w.decodeVideoTexture&&o.enable(19),w.decodeVideoTextureEmissive&&o.enable(20),w.alphaToCoverage&&o.enable(21),w.numLightProbeGrids>0&&o.enable(22),w.hasPositionAttribute&&o.enable(23),_.push(o.mask)}function v(_){let w=f[_.type],D;if(w){let P=ss[w];D=P0.clone(P.uniforms)}else D=_.uniforms;return D}function b(_,w){let D=u.get(w);return D!==void 0?++D.usedTimes:(D=new WT(i,w,_,s),c.push(D),u.set(w,D)),D}function x(_){if(--_.usedTimes===0){let w=c.indexOf(_);c[w]=
c[c.length-1],c.pop(),u.delete(_.cacheKey),_.destroy()}}function T(_){a.remove(_)}function A(){a.dispose()}return{getParameters:p,getProgramCacheKey:y,getUniforms:v,acquireProgram:b,releaseProgram:x,releaseShaderCache:T,programs:c,dispose:A}}function $T(){let i=new WeakMap;function e(o){return i.has(o)}function t(o){let a=i.get(o);return a===void 0&&(a={},i.set(o,a)),a}function n(o){i.delete(o)}function s(o,a,l){i.get(o)[a]=l}function r(){i=new WeakMap}return{has:e,get:t,remove:n,update:s,dispose:r}}
function ZT(i,e){return i.groupOrder!==e.groupOrder?i.groupOrder-e.groupOrder:i.renderOrder!==e.renderOrder?i.renderOrder-e.renderOrder:i.material.id!==e.material.id?i.material.id-e.material.id:i.materialVariant!==e.materialVariant?i.materialVariant-e.materialVariant:i.z!==e.z?i.z-e.z:i.id-e.id}function J0(i,e){return i.groupOrder!==e.groupOrder?i.groupOrder-e.groupOrder:i.renderOrder!==e.renderOrder?i.renderOrder-e.renderOrder:i.z!==e.z?e.z-i.z:i.id-e.id}function K0(){let i=[],e=0,t=[],n=[],s=[];
function r(){e=0,t.length=0,n.length=0,s.length=0}function o(f){let d=0;return f.isInstancedMesh&&(d+=2),f.isSkinnedMesh&&(d+=1),d}function a(f,d,p,y,g,m){let v=i[e];return v===void 0?(v={id:f.id,object:f,geometry:d,material:p,materialVariant:o(f),groupOrder:y,renderOrder:f.renderOrder,z:g,group:m},i[e]=v):(v.id=f.id,v.object=f,v.geometry=d,v.material=p,v.materialVariant=o(f),v.groupOrder=y,v.renderOrder=f.renderOrder,v.z=g,v.group=m),e++,v}function l(f,d,p,y,g,m,v){v.reversedDepth===!0&&(g=-g);
let b=a(f,d,p,y,g,m);p.transmission>0?n.push(b):p.transparent===!0?s.push(b):t.push(b)}function c(f,d,p,y,g,m){let v=a(f,d,p,y,g,m);p.transmission>0?n.unshift(v):p.transparent===!0?s.unshift(v):t.unshift(v)}function u(f,d){t.length>1&&t.sort(f||ZT),n.length>1&&n.sort(d||J0),s.length>1&&s.sort(d||J0)}function h(){for(let f=e,d=i.length;f<d;f++){let p=i[f];if(p.id===null)break;p.id=null,p.object=null,p.geometry=null,p.material=null,p.group=null}}return{opaque:t,transmissive:n,transparent:s,init:r,
push:l,unshift:c,finish:h,sort:u}}function JT(){let i=new WeakMap;function e(n,s){let r=i.get(n),o;return r===void 0?(o=new K0,i.set(n,[o])):s>=r.length?(o=new K0,r.push(o)):o=r[s],o}function t(){i=new WeakMap}return{get:e,dispose:t}}function KT(){let i={};return{get:function(e){if(i[e.id]!==void 0)return i[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={direction:new G,color:new ut};break;case"SpotLight":t={position:new G,direction:new G,color:new ut,distance:0,coneCos:0,penumbraCos:0,
decay:0};break;case"PointLight":t={position:new G,color:new ut,distance:0,decay:0};break;case"HemisphereLight":t={direction:new G,skyColor:new ut,groundColor:new ut};break;case"RectAreaLight":t={color:new ut,position:new G,halfWidth:new G,halfHeight:new G};break}return i[e.id]=t,t}}}function jT(){let i={};return{get:function(e){if(i[e.id]!==void 0)return i[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Fe};
break;case"SpotLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Fe};break;case"PointLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Fe,shadowCameraNear:1,shadowCameraFar:1e3};break}return i[e.id]=t,t}}}var QT=0;function e1(i,e){return(e.castShadow?2:0)-(i.castShadow?2:0)+(e.map?1:0)-(i.map?1:0)}function t1(i){let e=new KT,t=jT(),n={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,
rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],
hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)n.probe.push(new G);let s=new G,r=new vt,o=new vt;function a(c){let u=0,h=0,f=0;for(let F=0;F<9;F++)n.probe[F].set(0,0,0);let d=0,p=0,y=0,g=0,m=0,v=0,b=0,x=0,T=0,A=0,_=0,w=0,D=0,P=0;c.sort(e1);for(let F=0,k=c.length;F<k;F++){let L=c[F],B=L.color,W=L.intensity,V=L.distance,he=null;if(L.shadow&&L.shadow.map&&(L.shadow.map.texture.format===er?he=L.shadow.map.texture:he=L.shadow.map.depthTexture||L.shadow.map.texture),L.isAmbientLight)
u+=B.r*W,h+=B.g*W,f+=B.b*W;else if(L.isLightProbe){for(let Z=0;Z<9;Z++)n.probe[Z].addScaledVector(L.sh.coefficients[Z],W);P++}else if(L.isSunLight){let Z=e.get(L);if(Z.color.copy(L.color).multiplyScalar(L.intensity),L.castShadow){let j=L.shadow,ne=t.get(L);ne.shadowIntensity=j.intensity,ne.shadowBias=j.bias,ne.shadowNormalBias=j.normalBias,ne.shadowRadius=j.radius,ne.shadowMapSize.copy(j.mapSize).multiply(j.getFrameExtents()),n.sunShadow[p]=ne,n.sunShadowMap[p]=he;let Me=j.getViewportCount();for(let me=0;me<
Me;me++)n.sunShadowMatrix[y+me]=j.getMatrix(me),n.sunShadowCascade[y+me]=j._cascadeData[me];y+=Me,p++}n.sun[d]=Z,d++}else if(L.isDirectionalLight){let Z=e.get(L);if(Z.color.copy(L.color).multiplyScalar(L.intensity),L.castShadow){let j=L.shadow,ne=t.get(L);ne.shadowIntensity=j.intensity,ne.shadowBias=j.bias,ne.shadowNormalBias=j.normalBias,ne.shadowRadius=j.radius,ne.shadowMapSize=j.mapSize,n.directionalShadow[g]=ne,n.directionalShadowMap[g]=he,n.directionalShadowMatrix[g]=L.shadow.matrix,T++}n.directional[g]=
Z,g++}else if(L.isSpotLight){let Z=e.get(L);Z.position.setFromMatrixPosition(L.matrixWorld),Z.color.copy(B).multiplyScalar(W),Z.distance=V,Z.coneCos=Math.cos(L.angle),Z.penumbraCos=Math.cos(L.angle*(1-L.penumbra)),Z.decay=L.decay,n.spot[v]=Z;let j=L.shadow;if(L.map&&(n.spotLightMap[w]=L.map,w++,j.updateMatrices(L),L.castShadow&&D++),n.spotLightMatrix[v]=j.matrix,L.castShadow){let ne=t.get(L);ne.shadowIntensity=j.intensity,ne.shadowBias=j.bias,ne.shadowNormalBias=j.normalBias,ne.shadowRadius=j.radius,
ne.shadowMapSize=j.mapSize,n.spotShadow[v]=ne,n.spotShadowMap[v]=he,_++}v++}else if(L.isRectAreaLight){let Z=e.get(L);Z.color.copy(B).multiplyScalar(W),Z.halfWidth.set(L.width*.5,0,0),Z.halfHeight.set(0,L.height*.5,0),n.rectArea[b]=Z,b++}else if(L.isPointLight){let Z=e.get(L);if(Z.color.copy(L.color).multiplyScalar(L.intensity),Z.distance=L.distance,Z.decay=L.decay,L.castShadow){let j=L.shadow,ne=t.get(L);ne.shadowIntensity=j.intensity,ne.shadowBias=j.bias,ne.shadowNormalBias=j.normalBias,ne.shadowRadius=
j.radius,ne.shadowMapSize=j.mapSize,ne.shadowCameraNear=j.camera.near,ne.shadowCameraFar=j.camera.far,n.pointShadow[m]=ne,n.pointShadowMap[m]=he,n.pointShadowMatrix[m]=L.shadow.matrix,A++}n.point[m]=Z,m++}else if(L.isHemisphereLight){let Z=e.get(L);Z.skyColor.copy(L.color).multiplyScalar(W),Z.groundColor.copy(L.groundColor).multiplyScalar(W),n.hemi[x]=Z,x++}}b>0&&(i.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=Je.LTC_FLOAT_1,n.rectAreaLTC2=Je.LTC_FLOAT_2):(n.rectAreaLTC1=Je.LTC_HALF_1,n.
rectAreaLTC2=Je.LTC_HALF_2)),n.ambient[0]=u,n.ambient[1]=h,n.ambient[2]=f;let I=n.hash;(I.sunLength!==d||I.directionalLength!==g||I.pointLength!==m||I.spotLength!==v||I.rectAreaLength!==b||I.hemiLength!==x||I.numSunShadows!==p||I.numDirectionalShadows!==T||I.numPointShadows!==A||I.numSpotShadows!==_||I.numSpotMaps!==w||I.numLightProbes!==P)&&(n.sun.length=d,n.directional.length=g,n.spot.length=v,n.rectArea.length=b,n.point.length=m,n.hemi.length=x,n.sunShadow.length=p,n.sunShadowMap.length=p,n.sunShadowMatrix.
length=y,n.sunShadowCascade.length=y,n.directionalShadow.length=T,n.directionalShadowMap.length=T,n.directionalShadowMatrix.length=T,n.pointShadow.length=A,n.pointShadowMap.length=A,n.pointShadowMatrix.length=A,n.spotShadow.length=_,n.spotShadowMap.length=_,n.spotLightMatrix.length=_+w-D,n.spotLightMap.length=w,n.numSpotLightShadowsWithMaps=D,n.numLightProbes=P,I.sunLength=d,I.directionalLength=g,I.pointLength=m,I.spotLength=v,I.rectAreaLength=b,I.hemiLength=x,I.numSunShadows=p,I.numDirectionalShadows=
T,I.numPointShadows=A,I.numSpotShadows=_,I.numSpotMaps=w,I.numLightProbes=P,n.version=QT++)}function l(c,u){let h=0,f=0,d=0,p=0,y=0,g=0,m=u.matrixWorldInverse;for(let v=0,b=c.length;v<b;v++){let x=c[v];if(x.isSunLight){let T=n.sun[h];T.direction.setFromMatrixPosition(x.matrixWorld),T.direction.transformDirection(m),h++}else if(x.isDirectionalLight){let T=n.directional[f];T.direction.setFromMatrixPosition(x.matrixWorld),s.setFromMatrixPosition(x.target.matrixWorld),T.direction.sub(s),T.direction.
transformDirection(m),f++}else if(x.isSpotLight){let T=n.spot[p];T.position.setFromMatrixPosition(x.matrixWorld),T.position.applyMatrix4(m),T.direction.setFromMatrixPosition(x.matrixWorld),s.setFromMatrixPosition(x.target.matrixWorld),T.direction.sub(s),T.direction.transformDirection(m),p++}else if(x.isRectAreaLight){let T=n.rectArea[y];T.position.setFromMatrixPosition(x.matrixWorld),T.position.applyMatrix4(m),o.identity(),r.copy(x.matrixWorld),r.premultiply(m),o.extractRotation(r),T.halfWidth.set(
x.width*.5,0,0),T.halfHeight.set(0,x.height*.5,0),T.halfWidth.applyMatrix4(o),T.halfHeight.applyMatrix4(o),y++}else if(x.isPointLight){let T=n.point[d];T.position.setFromMatrixPosition(x.matrixWorld),T.position.applyMatrix4(m),d++}else if(x.isHemisphereLight){let T=n.hemi[g];T.direction.setFromMatrixPosition(x.matrixWorld),T.direction.transformDirection(m),g++}}}return{setup:a,setupView:l,state:n}}function j0(i){let e=new t1(i),t=[],n=[],s=[];function r(h){u.camera=h,t.length=0,n.length=0,s.length=
0}function o(h){h.isLightProbeGrid?s.push(h):t.push(h)}function a(h){n.push(h)}function l(){e.setup(t),s.sort((h,f)=>h.priority-f.priority||h.id-f.id)}function c(h){e.setupView(t,h)}let u={lightsArray:t,shadowsArray:n,lightProbeGridArray:s,camera:null,lights:e,transmissionRenderTarget:{},textureUnits:0};return{init:r,state:u,setupLights:l,setupLightsView:c,pushLight:o,pushShadow:a}}function n1(i){let e=new WeakMap;function t(s,r=0){let o=e.get(s),a;return o===void 0?(a=new j0(i),e.set(s,[a])):r>=
o.length?(a=new j0(i),o.push(a)):a=o[r],a}function n(){e=new WeakMap}return{get:t,dispose:n}}var i1=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,s1=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ).rg;
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ).r;
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( max( 0.0, squared_mean - mean * mean ) );
	gl_FragColor = vec4( mean, std_dev, 0.0, 1.0 );
}`,r1=[new G(1,0,0),new G(-1,0,0),new G(0,1,0),new G(0,-1,0),new G(0,0,1),new G(0,0,-1)],o1=[new G(0,-1,0),new G(0,-1,0),new G(0,0,1),new G(0,0,-1),new G(0,-1,0),new G(0,-1,0)],Q0=new vt,hl=new G,yd=new G;function a1(i,e,t){let n=new Qi,s=new Fe,r=new Fe,o=new Nt,a=new Vc,l=new Gc,c={},u=t.maxTextureSize,h={[Qs]:Qn,[Qn]:Qs,[ei]:ei},f=new ts({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new Fe},radius:{value:4}},vertexShader:i1,fragmentShader:s1}),d=f.clone();d.defines.
HORIZONTAL_PASS=1;let p=new sn;p.setAttribute("position",new Qt(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let y=new vn(p,f),g=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=Ar;let m=this.type;this.render=function(A,_,w){if(g.enabled===!1||g.autoUpdate===!1&&g.needsUpdate===!1||A.length===0)return;this.type===Gg&&(ft("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=Ar);let D=i.getRenderTarget(),P=i.getActiveCubeFace(),I=i.getActiveMipmapLevel(),
F=i.state;F.setBlending(Er),F.buffers.depth.getReversed()===!0?F.buffers.color.setClear(0,0,0,0):F.buffers.color.setClear(1,1,1,1),F.buffers.depth.setTest(!0),F.setScissorTest(!1);let k=m!==this.type;k&&_.traverse(function(L){L.material&&(Array.isArray(L.material)?L.material.forEach(B=>B.needsUpdate=!0):L.material.needsUpdate=!0)});for(let L=0,B=A.length;L<B;L++){let W=A[L],V=W.shadow;if(V===void 0){ft("WebGLShadowMap:",W,"has no shadow.");continue}if(V.autoUpdate===!1&&V.needsUpdate===!1)continue;
s.copy(V.mapSize);let he=V.getFrameExtents();s.multiply(he),r.copy(V.mapSize),(s.x>u||s.y>u)&&(s.x>u&&(r.x=Math.floor(u/he.x),s.x=r.x*he.x,V.mapSize.x=r.x),s.y>u&&(r.y=Math.floor(u/he.y),s.y=r.y*he.y,V.mapSize.y=r.y));let Z=i.state.buffers.depth.getReversed();if(V.camera._reversedDepth=Z,V.map===null||k===!0){if(V.map!==null&&(V.map.depthTexture!==null&&(V.map.depthTexture.dispose(),V.map.depthTexture=null),V.map.dispose()),this.type===Bo){if(W.isPointLight){ft("WebGLShadowMap: VSM shadow maps a\
re not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}V.map=new fi(s.x,s.y,{format:er,type:Bi,minFilter:On,magFilter:On,generateMipmaps:!1}),V.map.texture.name=W.name+".shadowMap",V.map.depthTexture=new ws(s.x,s.y,Oi),V.map.depthTexture.name=W.name+".shadowMapDepth",V.map.depthTexture.format=bs,V.map.depthTexture.compareFunction=null,V.map.depthTexture.minFilter=yn,V.map.depthTexture.magFilter=yn}else W.isPointLight?(V.map=new dl(s.x),V.map.depthTexture=new Na(s.x,Fi)):
(V.map=new fi(s.x,s.y),V.map.depthTexture=new ws(s.x,s.y,Fi)),V.map.depthTexture.name=W.name+".shadowMap",V.map.depthTexture.format=bs,this.type===Ar?(V.map.depthTexture.compareFunction=Z?od:rd,V.map.depthTexture.minFilter=On,V.map.depthTexture.magFilter=On):(V.map.depthTexture.compareFunction=null,V.map.depthTexture.minFilter=yn,V.map.depthTexture.magFilter=yn);V.camera.updateProjectionMatrix()}V.map.isWebGLCubeRenderTarget!==!0&&(V.map.width!==s.x||V.map.height!==s.y)&&V.map.setSize(s.x,s.y);let j=V.
map.isWebGLCubeRenderTarget?6:V.getViewportCount();W.isPointLight!==!0&&V.updateMatrices(W,w);let ne=(V.camera.layers.mask&4294967294)!==0?V.camera.layers:w.layers;for(let Me=0;Me<j;Me++){let me=V.getCamera(Me);if(W.isPointLight){let ie=V.camera,we=V.matrix,Y=W.distance||ie.far;Y!==ie.far&&(ie.far=Y,ie.updateProjectionMatrix()),hl.setFromMatrixPosition(W.matrixWorld),ie.position.copy(hl),yd.copy(ie.position),yd.add(r1[Me]),ie.up.copy(o1[Me]),ie.lookAt(yd),ie.updateMatrixWorld(),we.makeTranslation(
-hl.x,-hl.y,-hl.z),Q0.multiplyMatrices(ie.projectionMatrix,ie.matrixWorldInverse),V._frustum.setFromProjectionMatrix(Q0,ie.coordinateSystem,ie.reversedDepth)}if(V.map.isWebGLCubeRenderTarget)i.setRenderTarget(V.map,Me),i.clear();else{Me===0&&(i.setRenderTarget(V.map),i.clear());let ie=V.getViewport(Me);o.set(r.x*ie.x,r.y*ie.y,r.x*ie.z,r.y*ie.w),F.viewport(o)}n=V.getFrustum(Me),x(_,w,me,W,ne,this.type)}V.isPointLightShadow!==!0&&this.type===Bo&&v(V,w),V.needsUpdate=!1}m=this.type,g.needsUpdate=!1,
i.setRenderTarget(D,P,I)};function v(A,_){let w=e.update(y);f.defines.VSM_SAMPLES!==A.blurSamples&&(f.defines.VSM_SAMPLES=A.blurSamples,d.defines.VSM_SAMPLES=A.blurSamples,f.needsUpdate=!0,d.needsUpdate=!0),A.mapPass===null?A.mapPass=new fi(s.x,s.y,{format:er,type:Bi}):(A.mapPass.width!==A.map.width||A.mapPass.height!==A.map.height)&&A.mapPass.setSize(A.map.width,A.map.height),f.uniforms.shadow_pass.value=A.map.depthTexture,f.uniforms.resolution.value.set(A.map.width,A.map.height),f.uniforms.radius.
value=A.radius,i.setRenderTarget(A.mapPass),i.clear(),i.renderBufferDirect(_,null,w,f,y,null),d.uniforms.shadow_pass.value=A.mapPass.texture,d.uniforms.resolution.value.set(A.map.width,A.map.height),d.uniforms.radius.value=A.radius,i.setRenderTarget(A.map),i.clear(),i.renderBufferDirect(_,null,w,d,y,null)}function b(A,_,w,D){let P=null,I=w.isPointLight===!0?A.customDistanceMaterial:A.customDepthMaterial;if(I!==void 0)P=I;else if(P=w.isPointLight===!0?l:a,i.localClippingEnabled&&_.clipShadows===!0&&
Array.isArray(_.clippingPlanes)&&_.clippingPlanes.length!==0||_.displacementMap&&_.displacementScale!==0||_.alphaMap&&_.alphaTest>0||_.map&&_.alphaTest>0||_.alphaToCoverage===!0){let F=P.uuid,k=_.uuid,L=c[F];L===void 0&&(L={},c[F]=L);let B=L[k];B===void 0&&(B=P.clone(),L[k]=B,_.addEventListener("dispose",T)),P=B}if(P.visible=_.visible,P.wireframe=_.wireframe,D===Bo?P.side=_.shadowSide!==null?_.shadowSide:_.side:P.side=_.shadowSide!==null?_.shadowSide:h[_.side],P.alphaMap=_.alphaMap,P.alphaTest=_.
alphaToCoverage===!0?.5:_.alphaTest,P.map=_.map,P.clipShadows=_.clipShadows,P.clippingPlanes=_.clippingPlanes,P.clipIntersection=_.clipIntersection,P.displacementMap=_.displacementMap,P.displacementScale=_.displacementScale,P.displacementBias=_.displacementBias,P.wireframeLinewidth=_.wireframeLinewidth,P.linewidth=_.linewidth,w.isPointLight===!0&&P.isMeshDistanceMaterial===!0){let F=i.properties.get(P);F.light=w}return P}function x(A,_,w,D,P,I){if(A.visible===!1)return;if(A.layers.test(P)&&(A.isMesh||
A.isLine||A.isPoints)&&(A.castShadow||A.receiveShadow&&I===Bo)&&(!A.frustumCulled||A.intersectsFrustum(n))){A.modelViewMatrix.multiplyMatrices(w.matrixWorldInverse,A.matrixWorld);let L=e.update(A),B=A.material;if(Array.isArray(B)){let W=L.groups;for(let V=0,he=W.length;V<he;V++){let Z=W[V],j=B[Z.materialIndex];if(j&&j.visible){let ne=b(A,j,D,I);A.onBeforeShadow(i,A,_,w,L,ne,Z),i.renderBufferDirect(w,null,L,ne,A,Z),A.onAfterShadow(i,A,_,w,L,ne,Z)}}}else if(B.visible){let W=b(A,B,D,I);A.onBeforeShadow(
i,A,_,w,L,W,null),i.renderBufferDirect(w,null,L,W,A,null),A.onAfterShadow(i,A,_,w,L,W,null)}}let k=A.children;for(let L=0,B=k.length;L<B;L++)x(k[L],_,w,D,P,I)}function T(A){A.target.removeEventListener("dispose",T);for(let w in c){let D=c[w],P=A.target.uuid;P in D&&(D[P].dispose(),delete D[P])}}}function l1(i,e){function t(){let z=!1,xe=new Nt,ge=null,ze=new Nt(0,0,0,0);return{setMask:function(Ue){ge!==Ue&&!z&&(i.colorMask(Ue,Ue,Ue,Ue),ge=Ue)},setLocked:function(Ue){z=Ue},setClear:function(Ue,ke,at,dt,Se){
Se===!0&&(Ue*=dt,ke*=dt,at*=dt),xe.set(Ue,ke,at,dt),ze.equals(xe)===!1&&(i.clearColor(Ue,ke,at,dt),ze.copy(xe))},reset:function(){z=!1,ge=null,ze.set(-1,0,0,0)}}}function n(){let z=!1,xe=!1,ge=null,ze=null,Ue=null;return{setReversed:function(ke){if(xe!==ke){let at=e.get("EXT_clip_control");ke?at.clipControlEXT(at.LOWER_LEFT_EXT,at.ZERO_TO_ONE_EXT):at.clipControlEXT(at.LOWER_LEFT_EXT,at.NEGATIVE_ONE_TO_ONE_EXT),xe=ke;let dt=Ue;Ue=null,this.setClear(dt)}},getReversed:function(){return xe},setTest:function(ke){
ke?ye(i.DEPTH_TEST):Ae(i.DEPTH_TEST)},setMask:function(ke){ge!==ke&&!z&&(i.depthMask(ke),ge=ke)},setFunc:function(ke){if(xe&&(ke=M0[ke]),ze!==ke){switch(ke){case vc:i.depthFunc(i.NEVER);break;case bc:i.depthFunc(i.ALWAYS);break;case Mc:i.depthFunc(i.LESS);break;case _o:i.depthFunc(i.LEQUAL);break;case Sc:i.depthFunc(i.EQUAL);break;case wc:i.depthFunc(i.GEQUAL);break;case Tc:i.depthFunc(i.GREATER);break;case Ac:i.depthFunc(i.NOTEQUAL);break;default:i.depthFunc(i.LEQUAL)}ze=ke}},setLocked:function(ke){
z=ke},setClear:function(ke){Ue!==ke&&(Ue=ke,xe&&(ke=1-ke),i.clearDepth(ke))},reset:function(){z=!1,ge=null,ze=null,Ue=null,xe=!1}}}function s(){let z=!1,xe=null,ge=null,ze=null,Ue=null,ke=null,at=null,dt=null,Se=null;return{setTest:function(Ye){z||(Ye?ye(i.STENCIL_TEST):Ae(i.STENCIL_TEST))},setMask:function(Ye){xe!==Ye&&!z&&(i.stencilMask(Ye),xe=Ye)},setFunc:function(Ye,ct,Be){(ge!==Ye||ze!==ct||Ue!==Be)&&(i.stencilFunc(Ye,ct,Be),ge=Ye,ze=ct,Ue=Be)},setOp:function(Ye,ct,Be){(ke!==Ye||at!==ct||dt!==
Be)&&(i.stencilOp(Ye,ct,Be),ke=Ye,at=ct,dt=Be)},setLocked:function(Ye){z=Ye},setClear:function(Ye){Se!==Ye&&(i.clearStencil(Ye),Se=Ye)},reset:function(){z=!1,xe=null,ge=null,ze=null,Ue=null,ke=null,at=null,dt=null,Se=null}}}let r=new t,o=new n,a=new s,l={},c=new WeakMap,u={},h={},f={},d=new WeakMap,p=[],y=null,g=!1,m=null,v=null,b=null,x=null,T=null,A=null,_=null,w=new ut(0,0,0),D=0,P=!1,I=null,F=null,k=null,L=null,B=null,W=i.getParameter(i.MAX_COMBINED_TEXTURE_IMAGE_UNITS),V=!1,he=0,Z=i.getParameter(
i.VERSION);Z.indexOf("WebGL")!==-1?(he=parseFloat(/^WebGL (\d)/.exec(Z)[1]),V=he>=1):Z.indexOf("OpenGL ES")!==-1&&(he=parseFloat(/^OpenGL ES (\d)/.exec(Z)[1]),V=he>=2);let j=null,ne={},Me=i.getParameter(i.SCISSOR_BOX),me=i.getParameter(i.VIEWPORT),ie=new Nt().fromArray(Me),we=new Nt().fromArray(me);function Y(z,xe,ge,ze){let Ue=new Uint8Array(4),ke=i.createTexture();i.bindTexture(z,ke),i.texParameteri(z,i.TEXTURE_MIN_FILTER,i.NEAREST),i.texParameteri(z,i.TEXTURE_MAG_FILTER,i.NEAREST);for(let at=0;at<
ge;at++)z===i.TEXTURE_3D||z===i.TEXTURE_2D_ARRAY?i.texImage3D(xe,0,i.RGBA,1,1,ze,0,i.RGBA,i.UNSIGNED_BYTE,Ue):i.texImage2D(xe+at,0,i.RGBA,1,1,0,i.RGBA,i.UNSIGNED_BYTE,Ue);return ke}let re={};re[i.TEXTURE_2D]=Y(i.TEXTURE_2D,i.TEXTURE_2D,1),re[i.TEXTURE_CUBE_MAP]=Y(i.TEXTURE_CUBE_MAP,i.TEXTURE_CUBE_MAP_POSITIVE_X,6),re[i.TEXTURE_2D_ARRAY]=Y(i.TEXTURE_2D_ARRAY,i.TEXTURE_2D_ARRAY,1,1),re[i.TEXTURE_3D]=Y(i.TEXTURE_3D,i.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),ye(i.DEPTH_TEST),o.
setFunc(_o),Ce(!1),H(Bf),ye(i.CULL_FACE),K(Er);function ye(z){u[z]!==!0&&(i.enable(z),u[z]=!0)}function Ae(z){u[z]!==!1&&(i.disable(z),u[z]=!1)}function et(z,xe){return f[z]!==xe?(i.bindFramebuffer(z,xe),f[z]=xe,z===i.DRAW_FRAMEBUFFER&&(f[i.FRAMEBUFFER]=xe),z===i.FRAMEBUFFER&&(f[i.DRAW_FRAMEBUFFER]=xe),!0):!1}function qe(z,xe){let ge=p,ze=!1;if(z){ge=d.get(xe),ge===void 0&&(ge=[],d.set(xe,ge));let Ue=z.textures;if(ge.length!==Ue.length||ge[0]!==i.COLOR_ATTACHMENT0){for(let ke=0,at=Ue.length;ke<at;ke++)
ge[ke]=i.COLOR_ATTACHMENT0+ke;ge.length=Ue.length,ze=!0}}else ge[0]!==i.BACK&&(ge[0]=i.BACK,ze=!0);ze&&i.drawBuffers(ge)}function ot(z){return y!==z?(i.useProgram(z),y=z,!0):!1}let lt={[Rr]:i.FUNC_ADD,[Wg]:i.FUNC_SUBTRACT,[Xg]:i.FUNC_REVERSE_SUBTRACT};lt[qg]=i.MIN,lt[Yg]=i.MAX;let ve={[$g]:i.ZERO,[Zg]:i.ONE,[Jg]:i.SRC_COLOR,[Gf]:i.SRC_ALPHA,[n0]:i.SRC_ALPHA_SATURATE,[e0]:i.DST_COLOR,[jg]:i.DST_ALPHA,[Kg]:i.ONE_MINUS_SRC_COLOR,[Hf]:i.ONE_MINUS_SRC_ALPHA,[t0]:i.ONE_MINUS_DST_COLOR,[Qg]:i.ONE_MINUS_DST_ALPHA,
[i0]:i.CONSTANT_COLOR,[s0]:i.ONE_MINUS_CONSTANT_COLOR,[r0]:i.CONSTANT_ALPHA,[o0]:i.ONE_MINUS_CONSTANT_ALPHA};function K(z,xe,ge,ze,Ue,ke,at,dt,Se,Ye){if(z===Er){g===!0&&(Ae(i.BLEND),g=!1);return}if(g===!1&&(ye(i.BLEND),g=!0),z!==Hg){if(z!==m||Ye!==P){if((v!==Rr||T!==Rr)&&(i.blendEquation(i.FUNC_ADD),v=Rr,T=Rr),Ye)switch(z){case ko:i.blendFuncSeparate(i.ONE,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case kf:i.blendFunc(i.ONE,i.ONE);break;case zf:i.blendFuncSeparate(i.ZERO,i.ONE_MINUS_SRC_COLOR,
i.ZERO,i.ONE);break;case Vf:i.blendFuncSeparate(i.DST_COLOR,i.ONE_MINUS_SRC_ALPHA,i.ZERO,i.ONE);break;default:xt("WebGLState: Invalid blending: ",z);break}else switch(z){case ko:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case kf:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE,i.ONE,i.ONE);break;case zf:xt("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case Vf:xt("WebGLState: MultiplyBlending requires material.premultiplied\
Alpha = true");break;default:xt("WebGLState: Invalid blending: ",z);break}b=null,x=null,A=null,_=null,w.set(0,0,0),D=0,m=z,P=Ye}return}Ue=Ue||xe,ke=ke||ge,at=at||ze,(xe!==v||Ue!==T)&&(i.blendEquationSeparate(lt[xe],lt[Ue]),v=xe,T=Ue),(ge!==b||ze!==x||ke!==A||at!==_)&&(i.blendFuncSeparate(ve[ge],ve[ze],ve[ke],ve[at]),b=ge,x=ze,A=ke,_=at),(dt.equals(w)===!1||Se!==D)&&(i.blendColor(dt.r,dt.g,dt.b,Se),w.copy(dt),D=Se),m=z,P=!1}function be(z,xe){z.side===ei?Ae(i.CULL_FACE):ye(i.CULL_FACE);let ge=z.side===
Qn;xe&&(ge=!ge),Ce(ge),z.blending===ko&&z.transparent===!1?K(Er):K(z.blending,z.blendEquation,z.blendSrc,z.blendDst,z.blendEquationAlpha,z.blendSrcAlpha,z.blendDstAlpha,z.blendColor,z.blendAlpha,z.premultipliedAlpha),o.setFunc(z.depthFunc),o.setTest(z.depthTest),o.setMask(z.depthWrite),r.setMask(z.colorWrite);let ze=z.stencilWrite;a.setTest(ze),ze&&(a.setMask(z.stencilWriteMask),a.setFunc(z.stencilFunc,z.stencilRef,z.stencilFuncMask),a.setOp(z.stencilFail,z.stencilZFail,z.stencilZPass)),Q(z.polygonOffset,
z.polygonOffsetFactor,z.polygonOffsetUnits),z.alphaToCoverage===!0?ye(i.SAMPLE_ALPHA_TO_COVERAGE):Ae(i.SAMPLE_ALPHA_TO_COVERAGE)}function Ce(z){I!==z&&(z?i.frontFace(i.CW):i.frontFace(i.CCW),I=z)}function H(z){z!==zg?(ye(i.CULL_FACE),z!==F&&(z===Bf?i.cullFace(i.BACK):z===Vg?i.cullFace(i.FRONT):i.cullFace(i.FRONT_AND_BACK))):Ae(i.CULL_FACE),F=z}function J(z){z!==k&&(V&&i.lineWidth(z),k=z)}function Q(z,xe,ge){z?(ye(i.POLYGON_OFFSET_FILL),(L!==xe||B!==ge)&&(L=xe,B=ge,o.getReversed()&&(xe=-xe,ge=-ge),
i.polygonOffset(xe,ge))):Ae(i.POLYGON_OFFSET_FILL)}function ue(z){z?ye(i.SCISSOR_TEST):Ae(i.SCISSOR_TEST)}function fe(z){z===void 0&&(z=i.TEXTURE0+W-1),j!==z&&(i.activeTexture(z),j=z)}function Oe(z,xe,ge){ge===void 0&&(j===null?ge=i.TEXTURE0+W-1:ge=j);let ze=ne[ge];ze===void 0&&(ze={type:void 0,texture:void 0},ne[ge]=ze),(ze.type!==z||ze.texture!==xe)&&(j!==ge&&(i.activeTexture(ge),j=ge),i.bindTexture(z,xe||re[z]),ze.type=z,ze.texture=xe)}function N(){let z=ne[j];z!==void 0&&z.type!==void 0&&(i.
bindTexture(z.type,null),z.type=void 0,z.texture=void 0)}function _e(){try{i.compressedTexImage2D(...arguments)}catch(z){xt("WebGLState:",z)}}function Le(){try{i.compressedTexImage3D(...arguments)}catch(z){xt("WebGLState:",z)}}function Ge(){try{i.texSubImage2D(...arguments)}catch(z){xt("WebGLState:",z)}}function Re(){try{i.texSubImage3D(...arguments)}catch(z){xt("WebGLState:",z)}}function Qe(){try{i.compressedTexSubImage2D(...arguments)}catch(z){xt("WebGLState:",z)}}function De(){try{i.compressedTexSubImage3D(
...arguments)}catch(z){xt("WebGLState:",z)}}function $e(){try{i.texStorage2D(...arguments)}catch(z){xt("WebGLState:",z)}}function C(){try{i.texStorage3D(...arguments)}catch(z){xt("WebGLState:",z)}}function S(){try{i.texImage2D(...arguments)}catch(z){xt("WebGLState:",z)}}function X(){try{i.texImage3D(...arguments)}catch(z){xt("WebGLState:",z)}}function de(z){return h[z]!==void 0?h[z]:i.getParameter(z)}function ae(z,xe){h[z]!==xe&&(i.pixelStorei(z,xe),h[z]=xe)}function Ee(z){ie.equals(z)===!1&&(i.
scissor(z.x,z.y,z.z,z.w),ie.copy(z))}function Pe(z){we.equals(z)===!1&&(i.viewport(z.x,z.y,z.z,z.w),we.copy(z))}function le(z,xe){let ge=c.get(xe);ge===void 0&&(ge=new WeakMap,c.set(xe,ge));let ze=ge.get(z);ze===void 0&&(ze=i.getUniformBlockIndex(xe,z.name),i.uniformBlockBinding(xe,ze,ze),ge.set(z,ze))}function pe(z,xe,ge){let Ue=c.get(xe).get(z);l[Ue]!==ge&&(i.bindBufferBase(i.UNIFORM_BUFFER,Ue,ge),l[Ue]=ge)}function Ie(){i.disable(i.BLEND),i.disable(i.CULL_FACE),i.disable(i.DEPTH_TEST),i.disable(
i.POLYGON_OFFSET_FILL),i.disable(i.SCISSOR_TEST),i.disable(i.STENCIL_TEST),i.disable(i.SAMPLE_ALPHA_TO_COVERAGE),i.blendEquation(i.FUNC_ADD),i.blendFunc(i.ONE,i.ZERO),i.blendFuncSeparate(i.ONE,i.ZERO,i.ONE,i.ZERO),i.blendColor(0,0,0,0),i.colorMask(!0,!0,!0,!0),i.clearColor(0,0,0,0),i.depthMask(!0),i.depthFunc(i.LESS),o.setReversed(!1),i.clearDepth(1),i.stencilMask(4294967295),i.stencilFunc(i.ALWAYS,0,4294967295),i.stencilOp(i.KEEP,i.KEEP,i.KEEP),i.clearStencil(0),i.cullFace(i.BACK),i.frontFace(i.
CCW),i.polygonOffset(0,0),i.activeTexture(i.TEXTURE0),i.bindFramebuffer(i.FRAMEBUFFER,null),i.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),i.bindFramebuffer(i.READ_FRAMEBUFFER,null),i.useProgram(null),i.lineWidth(1),i.scissor(0,0,i.canvas.width,i.canvas.height),i.viewport(0,0,i.canvas.width,i.canvas.height),i.pixelStorei(i.PACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,!1),i.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),i.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,
i.BROWSER_DEFAULT_WEBGL),i.pixelStorei(i.PACK_ROW_LENGTH,0),i.pixelStorei(i.PACK_SKIP_PIXELS,0),i.pixelStorei(i.PACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_ROW_LENGTH,0),i.pixelStorei(i.UNPACK_IMAGE_HEIGHT,0),i.pixelStorei(i.UNPACK_SKIP_PIXELS,0),i.pixelStorei(i.UNPACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_SKIP_IMAGES,0),u={},h={},j=null,ne={},f={},l={},d=new WeakMap,p=[],y=null,g=!1,m=null,v=null,b=null,x=null,T=null,A=null,_=null,w=new ut(0,0,0),D=0,P=!1,I=null,F=null,k=null,L=null,B=null,ie.set(0,
0,i.canvas.width,i.canvas.height),we.set(0,0,i.canvas.width,i.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:ye,disable:Ae,bindFramebuffer:et,drawBuffers:qe,useProgram:ot,setBlending:K,setMaterial:be,setFlipSided:Ce,setCullFace:H,setLineWidth:J,setPolygonOffset:Q,setScissorTest:ue,activeTexture:fe,bindTexture:Oe,unbindTexture:N,compressedTexImage2D:_e,compressedTexImage3D:Le,texImage2D:S,texImage3D:X,pixelStorei:ae,getParameter:de,updateUBOMapping:le,
uniformBlockBinding:pe,texStorage2D:$e,texStorage3D:C,texSubImage2D:Ge,texSubImage3D:Re,compressedTexSubImage2D:Qe,compressedTexSubImage3D:De,scissor:Ee,viewport:Pe,reset:Ie}}function c1(i,e,t,n,s,r,o){let a=e.has("WEBGL_multisampled_render_to_texture")?e.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new Fe,u=new WeakMap,h=new Set,f,d=new WeakMap,p=new Set,y=new FinalizationRegistry(C=>p.delete(C)),g=!1;try{g=typeof OffscreenCanvas<
"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function m(C,S){return g?new OffscreenCanvas(C,S):Ca("canvas")}function v(C,S,X){let de=1,ae=$e(C);if((ae.width>X||ae.height>X)&&(de=X/Math.max(ae.width,ae.height)),de<1)if(typeof HTMLImageElement<"u"&&C instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&C instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&C instanceof ImageBitmap||typeof VideoFrame<"u"&&C instanceof VideoFrame){let Ee=Math.floor(de*ae.width),Pe=Math.floor(de*
ae.height);f===void 0&&(f=m(Ee,Pe));let le=S?m(Ee,Pe):f;return le.width=Ee,le.height=Pe,le.getContext("2d").drawImage(C,0,0,Ee,Pe),ft("WebGLRenderer: Texture has been resized from ("+ae.width+"x"+ae.height+") to ("+Ee+"x"+Pe+")."),le}else return"data"in C&&ft("WebGLRenderer: Image in DataTexture is too big ("+ae.width+"x"+ae.height+")."),C;return C}function b(C){return C.generateMipmaps}function x(C){i.generateMipmap(C)}function T(C){return C.isWebGLCubeRenderTarget?i.TEXTURE_CUBE_MAP:C.isWebGL3DRenderTarget?
i.TEXTURE_3D:C.isWebGLArrayRenderTarget||C.isCompressedArrayTexture?i.TEXTURE_2D_ARRAY:i.TEXTURE_2D}function A(C,S,X,de,ae,Ee=!1){if(C!==null){if(i[C]!==void 0)return i[C];ft("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+C+"'")}let Pe;de&&(Pe=e.get("EXT_texture_norm16"),Pe||ft("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let le=S;if(S===i.RED&&(X===i.FLOAT&&(le=i.R32F),X===i.HALF_FLOAT&&(le=i.R16F),X===i.UNSIGNED_BYTE&&(le=i.R8),
X===i.UNSIGNED_SHORT&&Pe&&(le=Pe.R16_EXT),X===i.SHORT&&Pe&&(le=Pe.R16_SNORM_EXT)),S===i.RED_INTEGER&&(X===i.UNSIGNED_BYTE&&(le=i.R8UI),X===i.UNSIGNED_SHORT&&(le=i.R16UI),X===i.UNSIGNED_INT&&(le=i.R32UI),X===i.BYTE&&(le=i.R8I),X===i.SHORT&&(le=i.R16I),X===i.INT&&(le=i.R32I)),S===i.RG&&(X===i.FLOAT&&(le=i.RG32F),X===i.HALF_FLOAT&&(le=i.RG16F),X===i.UNSIGNED_BYTE&&(le=i.RG8),X===i.UNSIGNED_SHORT&&Pe&&(le=Pe.RG16_EXT),X===i.SHORT&&Pe&&(le=Pe.RG16_SNORM_EXT)),S===i.RG_INTEGER&&(X===i.UNSIGNED_BYTE&&(le=
i.RG8UI),X===i.UNSIGNED_SHORT&&(le=i.RG16UI),X===i.UNSIGNED_INT&&(le=i.RG32UI),X===i.BYTE&&(le=i.RG8I),X===i.SHORT&&(le=i.RG16I),X===i.INT&&(le=i.RG32I)),S===i.RGB_INTEGER&&(X===i.UNSIGNED_BYTE&&(le=i.RGB8UI),X===i.UNSIGNED_SHORT&&(le=i.RGB16UI),X===i.UNSIGNED_INT&&(le=i.RGB32UI),X===i.BYTE&&(le=i.RGB8I),X===i.SHORT&&(le=i.RGB16I),X===i.INT&&(le=i.RGB32I)),S===i.RGBA_INTEGER&&(X===i.UNSIGNED_BYTE&&(le=i.RGBA8UI),X===i.UNSIGNED_SHORT&&(le=i.RGBA16UI),X===i.UNSIGNED_INT&&(le=i.RGBA32UI),X===i.BYTE&&
(le=i.RGBA8I),X===i.SHORT&&(le=i.RGBA16I),X===i.INT&&(le=i.RGBA32I)),S===i.RGB&&(X===i.UNSIGNED_SHORT&&Pe&&(le=Pe.RGB16_EXT),X===i.SHORT&&Pe&&(le=Pe.RGB16_SNORM_EXT),X===i.UNSIGNED_INT_5_9_9_9_REV&&(le=i.RGB9_E5),X===i.UNSIGNED_INT_10F_11F_11F_REV&&(le=i.R11F_G11F_B10F)),S===i.RGBA){let pe=Ee?Ra:Pt.getTransfer(ae);X===i.FLOAT&&(le=i.RGBA32F),X===i.HALF_FLOAT&&(le=i.RGBA16F),X===i.UNSIGNED_BYTE&&(le=pe===kt?i.SRGB8_ALPHA8:i.RGBA8),X===i.UNSIGNED_SHORT&&Pe&&(le=Pe.RGBA16_EXT),X===i.SHORT&&Pe&&(le=
Pe.RGBA16_SNORM_EXT),X===i.UNSIGNED_SHORT_4_4_4_4&&(le=i.RGBA4),X===i.UNSIGNED_SHORT_5_5_5_1&&(le=i.RGB5_A1)}return(le===i.R16F||le===i.R32F||le===i.RG16F||le===i.RG32F||le===i.RGBA16F||le===i.RGBA32F)&&e.get("EXT_color_buffer_float"),le}function _(C,S){let X;return C?S===null||S===Fi||S===Ir?X=i.DEPTH24_STENCIL8:S===Oi?X=i.DEPTH32F_STENCIL8:S===Go&&(X=i.DEPTH24_STENCIL8,ft("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):S===null||S===Fi||S===Ir?
X=i.DEPTH_COMPONENT24:S===Oi?X=i.DEPTH_COMPONENT32F:S===Go&&(X=i.DEPTH_COMPONENT16),X}function w(C,S){return b(C)===!0||C.isFramebufferTexture&&C.minFilter!==yn&&C.minFilter!==On?Math.log2(Math.max(S.width,S.height))+1:C.mipmaps.length>0?C.mipmaps.length:C.isCompressedTexture&&Array.isArray(C.image)?S.mipmaps.length:1}function D(C){let S=new WeakRef(C);n.get(C).__ref=S,p.add(S),y.register(C,S,S)}function P(C){let S=n.get(C).__ref;S!==void 0&&(p.delete(S),y.unregister(S))}function I(C){k(C.target)}
function F(C){L(C.target)}function k(C){C.removeEventListener("dispose",I),P(C),W(C),C.isVideoTexture&&u.delete(C),C.isHTMLTexture&&h.delete(C)}function L(C){C.removeEventListener("dispose",F),P(C),he(C)}function B(){for(let C of p){let S=C.deref();S!==void 0&&(S.isRenderTarget===!0?L(S):k(S))}p.clear(),h.clear()}function W(C){let S=n.get(C);if(S.__webglInit===void 0)return;let X=C.source,de=d.get(X);if(de){let ae=de[S.__cacheKey];ae.usedTimes--,ae.usedTimes===0&&V(C),Object.keys(de).length===0&&
d.delete(X)}n.remove(C)}function V(C){let S=n.get(C);i.deleteTexture(S.__webglTexture);let X=C.source,de=d.get(X);delete de[S.__cacheKey],o.memory.textures--}function he(C){let S=n.get(C);S.__depthDisposeCallback&&S.__depthDisposeCallback();let X=C.depthTexture;if(X&&X.renderTarget===C&&k(X),C.isWebGLCubeRenderTarget)for(let ae=0;ae<6;ae++){if(Array.isArray(S.__webglFramebuffer[ae]))for(let Ee=0;Ee<S.__webglFramebuffer[ae].length;Ee++)i.deleteFramebuffer(S.__webglFramebuffer[ae][Ee]);else i.deleteFramebuffer(
S.__webglFramebuffer[ae]);S.__webglDepthbuffer&&i.deleteRenderbuffer(S.__webglDepthbuffer[ae])}else{if(Array.isArray(S.__webglFramebuffer))for(let ae=0;ae<S.__webglFramebuffer.length;ae++)i.deleteFramebuffer(S.__webglFramebuffer[ae]);else i.deleteFramebuffer(S.__webglFramebuffer);if(S.__webglDepthbuffer&&i.deleteRenderbuffer(S.__webglDepthbuffer),S.__webglMultisampledFramebuffer&&i.deleteFramebuffer(S.__webglMultisampledFramebuffer),S.__webglColorRenderbuffer)for(let ae=0;ae<S.__webglColorRenderbuffer.
length;ae++)S.__webglColorRenderbuffer[ae]&&i.deleteRenderbuffer(S.__webglColorRenderbuffer[ae]);S.__webglDepthRenderbuffer&&i.deleteRenderbuffer(S.__webglDepthRenderbuffer)}let de=C.textures;for(let ae=0,Ee=de.length;ae<Ee;ae++){let Pe=n.get(de[ae]);Pe.__webglTexture&&(i.deleteTexture(Pe.__webglTexture),o.memory.textures--),n.remove(de[ae])}n.remove(C)}let Z=0;function j(){Z=0}function ne(){return Z}function Me(C){Z=C}function me(){let C=Z;return C>=s.maxTextures&&ft("WebGLTextures: Trying to u\
se "+(C+1)+" texture units while this GPU supports only "+s.maxTextures),Z+=1,C}function ie(C){let S=[];return S.push(C.wrapS),S.push(C.wrapT),S.push(C.wrapR||0),S.push(C.magFilter),S.push(C.minFilter),S.push(C.anisotropy),S.push(C.internalFormat),S.push(C.format),S.push(C.type),S.push(C.generateMipmaps),S.push(C.mipmapsAutoUpdate),S.push(C.premultiplyAlpha),S.push(C.flipY),S.push(C.unpackAlignment),S.push(C.colorSpace),S.join()}function we(C,S){let X=n.get(C);if(C.isVideoTexture&&Qe(C),C.isRenderTargetTexture===
!1&&C.isExternalTexture!==!0&&C.version>0&&X.__version!==C.version){let de=C.image;if(de===null)ft("WebGLRenderer: Texture marked for update but no image data found.");else if(de.complete===!1)ft("WebGLRenderer: Texture marked for update but image is incomplete");else{be(X,C,S);return}}else C.isExternalTexture&&(X.__webglTexture=C.sourceTexture?C.sourceTexture:null);t.bindTexture(i.TEXTURE_2D,X.__webglTexture,i.TEXTURE0+S)}function Y(C,S){let X=n.get(C);if(C.isRenderTargetTexture===!1&&C.version>
0&&X.__version!==C.version){be(X,C,S);return}else C.isExternalTexture&&(X.__webglTexture=C.sourceTexture?C.sourceTexture:null);t.bindTexture(i.TEXTURE_2D_ARRAY,X.__webglTexture,i.TEXTURE0+S)}function re(C,S){let X=n.get(C);if(C.isRenderTargetTexture===!1&&C.version>0&&X.__version!==C.version){be(X,C,S);return}t.bindTexture(i.TEXTURE_3D,X.__webglTexture,i.TEXTURE0+S)}function ye(C,S){let X=n.get(C);if(C.version>0&&X.__version!==C.version){Ce(X,C,S);return}t.bindTexture(i.TEXTURE_CUBE_MAP,X.__webglTexture,
i.TEXTURE0+S)}let Ae={[yo]:i.REPEAT,[Mi]:i.CLAMP_TO_EDGE,[vo]:i.MIRRORED_REPEAT},et={[yn]:i.NEAREST,[tu]:i.NEAREST_MIPMAP_NEAREST,[Pr]:i.NEAREST_MIPMAP_LINEAR,[On]:i.LINEAR,[Vo]:i.LINEAR_MIPMAP_NEAREST,[Ui]:i.LINEAR_MIPMAP_LINEAR},qe={[d0]:i.NEVER,[ad]:i.ALWAYS,[p0]:i.LESS,[rd]:i.LEQUAL,[m0]:i.EQUAL,[od]:i.GEQUAL,[g0]:i.GREATER,[x0]:i.NOTEQUAL};function ot(C,S){if(S.type===Oi&&e.has("OES_texture_float_linear")===!1&&(S.magFilter===On||S.magFilter===Vo||S.magFilter===Pr||S.magFilter===Ui||S.minFilter===
On||S.minFilter===Vo||S.minFilter===Pr||S.minFilter===Ui)&&ft("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),i.texParameteri(C,i.TEXTURE_WRAP_S,Ae[S.wrapS]),i.texParameteri(C,i.TEXTURE_WRAP_T,Ae[S.wrapT]),(C===i.TEXTURE_3D||C===i.TEXTURE_2D_ARRAY)&&i.texParameteri(C,i.TEXTURE_WRAP_R,Ae[S.wrapR]),i.texParameteri(C,i.TEXTURE_MAG_FILTER,et[S.magFilter]),i.texParameteri(C,i.TEXTURE_MIN_FILTER,et[S.minFilter]),S.compareFunction&&
(i.texParameteri(C,i.TEXTURE_COMPARE_MODE,i.COMPARE_REF_TO_TEXTURE),i.texParameteri(C,i.TEXTURE_COMPARE_FUNC,qe[S.compareFunction])),e.has("EXT_texture_filter_anisotropic")===!0){if(S.magFilter===yn||S.minFilter!==Pr&&S.minFilter!==Ui||S.type===Oi&&e.has("OES_texture_float_linear")===!1)return;if(S.anisotropy>1||n.get(S).__currentAnisotropy){let X=e.get("EXT_texture_filter_anisotropic");i.texParameterf(C,X.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(S.anisotropy,s.getMaxAnisotropy())),n.get(S).__currentAnisotropy=
S.anisotropy}}}function lt(C,S){let X=!1;C.__webglInit===void 0&&(C.__webglInit=!0,S.addEventListener("dispose",I),D(S));let de=S.source,ae=d.get(de);ae===void 0&&(ae={},d.set(de,ae));let Ee=ie(S);if(Ee!==C.__cacheKey){ae[Ee]===void 0&&(ae[Ee]={texture:i.createTexture(),usedTimes:0},o.memory.textures++,X=!0),ae[Ee].usedTimes++;let Pe=ae[C.__cacheKey];Pe!==void 0&&(ae[C.__cacheKey].usedTimes--,Pe.usedTimes===0&&V(S)),C.__cacheKey=Ee,C.__webglTexture=ae[Ee].texture}return X}function ve(C,S,X){return Math.
floor(Math.floor(C/X)/S)}function K(C,S,X,de){let Ee=C.updateRanges;if(Ee.length===0)t.texSubImage2D(i.TEXTURE_2D,0,0,0,S.width,S.height,X,de,S.data);else{Ee.sort((z,xe)=>z.start-xe.start);let Pe=0;for(let z=1;z<Ee.length;z++){let xe=Ee[Pe],ge=Ee[z],ze=xe.start+xe.count,Ue=ve(ge.start,S.width,4),ke=ve(xe.start,S.width,4);ge.start<=ze+1&&Ue===ke&&ve(ge.start+ge.count-1,S.width,4)===Ue?xe.count=Math.max(xe.count,ge.start+ge.count-xe.start):(++Pe,Ee[Pe]=ge)}Ee.length=Pe+1;let le=t.getParameter(i.UNPACK_ROW_LENGTH),
pe=t.getParameter(i.UNPACK_SKIP_PIXELS),Ie=t.getParameter(i.UNPACK_SKIP_ROWS);t.pixelStorei(i.UNPACK_ROW_LENGTH,S.width);for(let z=0,xe=Ee.length;z<xe;z++){let ge=Ee[z],ze=Math.floor(ge.start/4),Ue=Math.ceil(ge.count/4),ke=ze%S.width,at=Math.floor(ze/S.width),dt=Ue,Se=1;t.pixelStorei(i.UNPACK_SKIP_PIXELS,ke),t.pixelStorei(i.UNPACK_SKIP_ROWS,at),t.texSubImage2D(i.TEXTURE_2D,0,ke,at,dt,Se,X,de,S.data)}C.clearUpdateRanges(),t.pixelStorei(i.UNPACK_ROW_LENGTH,le),t.pixelStorei(i.UNPACK_SKIP_PIXELS,pe),
t.pixelStorei(i.UNPACK_SKIP_ROWS,Ie)}}function be(C,S,X){let de=i.TEXTURE_2D;(S.isDataArrayTexture||S.isCompressedArrayTexture)&&(de=i.TEXTURE_2D_ARRAY),S.isData3DTexture&&(de=i.TEXTURE_3D);let ae=lt(C,S),Ee=S.source;t.bindTexture(de,C.__webglTexture,i.TEXTURE0+X);let Pe=n.get(Ee);if(Ee.version!==Pe.__version||ae===!0){if(t.activeTexture(i.TEXTURE0+X),(typeof ImageBitmap<"u"&&S.image instanceof ImageBitmap)===!1){let Se=Pt.getPrimaries(Pt.workingColorSpace),Ye=S.colorSpace===ki?null:Pt.getPrimaries(
S.colorSpace),ct=S.colorSpace===ki||Se===Ye?i.NONE:i.BROWSER_DEFAULT_WEBGL;t.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,S.flipY),t.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,S.premultiplyAlpha),t.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,ct)}t.pixelStorei(i.UNPACK_ALIGNMENT,S.unpackAlignment);let pe=v(S.image,!1,s.maxTextureSize);pe=De(S,pe);let Ie=r.convert(S.format,S.colorSpace),z=r.convert(S.type),xe=A(S.internalFormat,Ie,z,S.normalized,S.colorSpace,S.isVideoTexture);ot(de,S);let ge,ze=S.mipmaps,
Ue=S.isVideoTexture!==!0,ke=Pe.__version===void 0||ae===!0,at=Ee.dataReady,dt=w(S,pe);if(S.isDepthTexture)xe=_(S.format===Es,S.type),ke&&(Ue?t.texStorage2D(i.TEXTURE_2D,1,xe,pe.width,pe.height):t.texImage2D(i.TEXTURE_2D,0,xe,pe.width,pe.height,0,Ie,z,null));else if(S.isDataTexture)if(ze.length>0){Ue&&ke&&t.texStorage2D(i.TEXTURE_2D,dt,xe,ze[0].width,ze[0].height);for(let Se=0,Ye=ze.length;Se<Ye;Se++)ge=ze[Se],Ue?at&&t.texSubImage2D(i.TEXTURE_2D,Se,0,0,ge.width,ge.height,Ie,z,ge.data):t.texImage2D(
i.TEXTURE_2D,Se,xe,ge.width,ge.height,0,Ie,z,ge.data);S.generateMipmaps=!1}else Ue?(ke&&t.texStorage2D(i.TEXTURE_2D,dt,xe,pe.width,pe.height),at&&K(S,pe,Ie,z)):t.texImage2D(i.TEXTURE_2D,0,xe,pe.width,pe.height,0,Ie,z,pe.data);else if(S.isCompressedTexture)if(S.isCompressedArrayTexture){Ue&&ke&&t.texStorage3D(i.TEXTURE_2D_ARRAY,dt,xe,ze[0].width,ze[0].height,pe.depth);for(let Se=0,Ye=ze.length;Se<Ye;Se++)if(ge=ze[Se],S.format!==pi)if(Ie!==null)if(Ue){if(at)if(S.layerUpdates.size>0){let ct=xd(ge.width,
ge.height,S.format,S.type);for(let Be of S.layerUpdates){let mt=ge.data.subarray(Be*ct/ge.data.BYTES_PER_ELEMENT,(Be+1)*ct/ge.data.BYTES_PER_ELEMENT);t.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,Se,0,0,Be,ge.width,ge.height,1,Ie,mt)}}else t.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,Se,0,0,0,ge.width,ge.height,pe.depth,Ie,ge.data)}else t.compressedTexImage3D(i.TEXTURE_2D_ARRAY,Se,xe,ge.width,ge.height,pe.depth,0,ge.data,0,0);else ft("WebGLRenderer: Attempt to load unsupported compressed texture \
format in .uploadTexture()");else Ue?at&&t.texSubImage3D(i.TEXTURE_2D_ARRAY,Se,0,0,0,ge.width,ge.height,pe.depth,Ie,z,ge.data):t.texImage3D(i.TEXTURE_2D_ARRAY,Se,xe,ge.width,ge.height,pe.depth,0,Ie,z,ge.data);S.layerUpdates.size>0&&S.clearLayerUpdates()}else{Ue&&ke&&t.texStorage2D(i.TEXTURE_2D,dt,xe,ze[0].width,ze[0].height);for(let Se=0,Ye=ze.length;Se<Ye;Se++)ge=ze[Se],S.format!==pi?Ie!==null?Ue?at&&t.compressedTexSubImage2D(i.TEXTURE_2D,Se,0,0,ge.width,ge.height,Ie,ge.data):t.compressedTexImage2D(
i.TEXTURE_2D,Se,xe,ge.width,ge.height,0,ge.data):ft("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):Ue?at&&t.texSubImage2D(i.TEXTURE_2D,Se,0,0,ge.width,ge.height,Ie,z,ge.data):t.texImage2D(i.TEXTURE_2D,Se,xe,ge.width,ge.height,0,Ie,z,ge.data)}else if(S.isDataArrayTexture)if(Ue){if(ke&&t.texStorage3D(i.TEXTURE_2D_ARRAY,dt,xe,pe.width,pe.height,pe.depth),at)if(S.layerUpdates.size>0){let Se=xd(pe.width,pe.height,S.format,S.type);for(let Ye of S.layerUpdates){
let ct=pe.data.subarray(Ye*Se/pe.data.BYTES_PER_ELEMENT,(Ye+1)*Se/pe.data.BYTES_PER_ELEMENT);t.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,Ye,pe.width,pe.height,1,Ie,z,ct)}S.clearLayerUpdates()}else t.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,0,pe.width,pe.height,pe.depth,Ie,z,pe.data)}else t.texImage3D(i.TEXTURE_2D_ARRAY,0,xe,pe.width,pe.height,pe.depth,0,Ie,z,pe.data);else if(S.isData3DTexture)Ue?(ke&&t.texStorage3D(i.TEXTURE_3D,dt,xe,pe.width,pe.height,pe.depth),at&&t.texSubImage3D(i.TEXTURE_3D,0,0,0,
0,pe.width,pe.height,pe.depth,Ie,z,pe.data)):t.texImage3D(i.TEXTURE_3D,0,xe,pe.width,pe.height,pe.depth,0,Ie,z,pe.data);else if(S.isFramebufferTexture){if(ke)if(Ue)t.texStorage2D(i.TEXTURE_2D,dt,xe,pe.width,pe.height);else{let Se=pe.width,Ye=pe.height;for(let ct=0;ct<dt;ct++)t.texImage2D(i.TEXTURE_2D,ct,xe,Se,Ye,0,Ie,z,null),Se>>=1,Ye>>=1}}else if(S.isHTMLTexture){if("texElementImage2D"in i){let Se=i.canvas;if(Se.hasAttribute("layoutsubtree")||Se.setAttribute("layoutsubtree","true"),pe.parentNode!==
Se){Se.appendChild(pe),h.add(S),Se.onpaint=Ye=>{let ct=Ye.changedElements;for(let Be of h)ct.includes(Be.image)&&(Be.needsUpdate=!0)},Se.requestPaint();return}if(i.texElementImage2D.length===3)i.texElementImage2D(i.TEXTURE_2D,i.RGBA8,pe);else{let ct=i.RGBA,Be=i.RGBA,mt=i.UNSIGNED_BYTE;i.texElementImage2D(i.TEXTURE_2D,0,ct,Be,mt,pe)}i.texParameteri(i.TEXTURE_2D,i.TEXTURE_MIN_FILTER,i.LINEAR),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_S,i.CLAMP_TO_EDGE),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_T,
i.CLAMP_TO_EDGE)}}else if(ze.length>0){if(Ue&&ke){let Se=$e(ze[0]);t.texStorage2D(i.TEXTURE_2D,dt,xe,Se.width,Se.height)}for(let Se=0,Ye=ze.length;Se<Ye;Se++)ge=ze[Se],Ue?at&&t.texSubImage2D(i.TEXTURE_2D,Se,0,0,Ie,z,ge):t.texImage2D(i.TEXTURE_2D,Se,xe,Ie,z,ge);S.generateMipmaps=!1}else if(Ue){if(ke){let Se=$e(pe);t.texStorage2D(i.TEXTURE_2D,dt,xe,Se.width,Se.height)}at&&t.texSubImage2D(i.TEXTURE_2D,0,0,0,Ie,z,pe)}else t.texImage2D(i.TEXTURE_2D,0,xe,Ie,z,pe);b(S)&&S.mipmapsAutoUpdate===!0&&x(de),
Pe.__version=Ee.version,S.onUpdate&&S.onUpdate(S)}C.__version=S.version}function Ce(C,S,X){if(S.image.length!==6)return;let de=lt(C,S),ae=S.source;t.bindTexture(i.TEXTURE_CUBE_MAP,C.__webglTexture,i.TEXTURE0+X);let Ee=n.get(ae);if(ae.version!==Ee.__version||de===!0){t.activeTexture(i.TEXTURE0+X);let Pe=Pt.getPrimaries(Pt.workingColorSpace),le=S.colorSpace===ki?null:Pt.getPrimaries(S.colorSpace),pe=S.colorSpace===ki||Pe===le?i.NONE:i.BROWSER_DEFAULT_WEBGL;t.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,S.flipY),
t.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,S.premultiplyAlpha),t.pixelStorei(i.UNPACK_ALIGNMENT,S.unpackAlignment),t.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,pe);let Ie=S.isCompressedTexture||S.image[0].isCompressedTexture,z=S.image[0]&&S.image[0].isDataTexture,xe=[];for(let Be=0;Be<6;Be++)!Ie&&!z?xe[Be]=v(S.image[Be],!0,s.maxCubemapSize):xe[Be]=z?S.image[Be].image:S.image[Be],xe[Be]=De(S,xe[Be]);let ge=xe[0],ze=r.convert(S.format,S.colorSpace),Ue=r.convert(S.type),ke=A(S.internalFormat,
ze,Ue,S.normalized,S.colorSpace),at=S.isVideoTexture!==!0,dt=Ee.__version===void 0||de===!0,Se=ae.dataReady,Ye=w(S,ge);ot(i.TEXTURE_CUBE_MAP,S);let ct;if(S.isDepthTexture){if(ke=_(S.format===Es,S.type),dt)if(at)t.texStorage2D(i.TEXTURE_CUBE_MAP,1,ke,ge.width,ge.height);else for(let Be=0;Be<6;Be++)t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Be,0,ke,ge.width,ge.height,0,ze,Ue,null)}else if(Ie){at&&dt&&t.texStorage2D(i.TEXTURE_CUBE_MAP,Ye,ke,ge.width,ge.height);for(let Be=0;Be<6;Be++){ct=xe[Be].mipmaps;
for(let mt=0;mt<ct.length;mt++){let Ht=ct[mt];S.format!==pi?ze!==null?at?Se&&t.compressedTexSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Be,mt,0,0,Ht.width,Ht.height,ze,Ht.data):t.compressedTexImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Be,mt,ke,Ht.width,Ht.height,0,Ht.data):ft("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):at?Se&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Be,mt,0,0,Ht.width,Ht.height,ze,Ue,Ht.data):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+
Be,mt,ke,Ht.width,Ht.height,0,ze,Ue,Ht.data)}}}else{if(ct=S.mipmaps,at&&dt){ct.length>0&&Ye++;let Be=$e(xe[0]);t.texStorage2D(i.TEXTURE_CUBE_MAP,Ye,ke,Be.width,Be.height)}for(let Be=0;Be<6;Be++)if(z){at?Se&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Be,0,0,0,xe[Be].width,xe[Be].height,ze,Ue,xe[Be].data):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Be,0,ke,xe[Be].width,xe[Be].height,0,ze,Ue,xe[Be].data);for(let mt=0;mt<ct.length;mt++){let Bn=ct[mt].image[Be].image;at?Se&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+
Be,mt+1,0,0,Bn.width,Bn.height,ze,Ue,Bn.data):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Be,mt+1,ke,Bn.width,Bn.height,0,ze,Ue,Bn.data)}}else{at?Se&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Be,0,0,0,ze,Ue,xe[Be]):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Be,0,ke,ze,Ue,xe[Be]);for(let mt=0;mt<ct.length;mt++){let Ht=ct[mt];at?Se&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Be,mt+1,0,0,ze,Ue,Ht.image[Be]):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Be,mt+1,ke,ze,Ue,Ht.image[Be])}}}b(S)&&S.mipmapsAutoUpdate===
!0&&x(i.TEXTURE_CUBE_MAP),Ee.__version=ae.version,S.onUpdate&&S.onUpdate(S)}C.__version=S.version}function H(C,S,X,de,ae,Ee){let Pe=r.convert(X.format,X.colorSpace),le=r.convert(X.type),pe=A(X.internalFormat,Pe,le,X.normalized,X.colorSpace),Ie=n.get(S),z=n.get(X);if(z.__renderTarget=S,!Ie.__hasExternalTextures){let xe=Math.max(1,S.width>>Ee),ge=Math.max(1,S.height>>Ee);ae===i.TEXTURE_3D||ae===i.TEXTURE_2D_ARRAY?t.texImage3D(ae,Ee,pe,xe,ge,S.depth,0,Pe,le,null):t.texImage2D(ae,Ee,pe,xe,ge,0,Pe,le,
null)}t.bindFramebuffer(i.FRAMEBUFFER,C),Re(S)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,de,ae,z.__webglTexture,0,Ge(S)):(ae===i.TEXTURE_2D||ae>=i.TEXTURE_CUBE_MAP_POSITIVE_X&&ae<=i.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&i.framebufferTexture2D(i.FRAMEBUFFER,de,ae,z.__webglTexture,Ee),t.bindFramebuffer(i.FRAMEBUFFER,null)}function J(C,S,X){if(i.bindRenderbuffer(i.RENDERBUFFER,C),S.depthBuffer){let de=S.depthTexture,ae=de&&de.isDepthTexture?de.type:null,Ee=_(S.stencilBuffer,ae),Pe=S.stencilBuffer?
i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;Re(S)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,Ge(S),Ee,S.width,S.height):X?i.renderbufferStorageMultisample(i.RENDERBUFFER,Ge(S),Ee,S.width,S.height):i.renderbufferStorage(i.RENDERBUFFER,Ee,S.width,S.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,Pe,i.RENDERBUFFER,C)}else{let de=S.textures;for(let ae=0;ae<de.length;ae++){let Ee=de[ae],Pe=r.convert(Ee.format,Ee.colorSpace),le=r.convert(Ee.type),pe=A(Ee.internalFormat,Pe,le,Ee.normalized,Ee.
colorSpace);Re(S)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,Ge(S),pe,S.width,S.height):X?i.renderbufferStorageMultisample(i.RENDERBUFFER,Ge(S),pe,S.width,S.height):i.renderbufferStorage(i.RENDERBUFFER,pe,S.width,S.height)}}i.bindRenderbuffer(i.RENDERBUFFER,null)}function Q(C,S,X){let de=S.isWebGLCubeRenderTarget===!0;if(t.bindFramebuffer(i.FRAMEBUFFER,C),!(S.depthTexture&&S.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance o\
f THREE.DepthTexture.");let ae=n.get(S.depthTexture);ae.__renderTarget=S;let Ee=de?S.depthTexture.image[0]:S.depthTexture.image;(!ae.__webglTexture||Ee.width!==S.width||Ee.height!==S.height)&&(Ee.width=S.width,Ee.height=S.height,S.depthTexture.needsUpdate=!0),de?ye(S.depthTexture,0):we(S.depthTexture,0);let Pe=ae.__webglTexture,le=Ge(S),pe=de?i.TEXTURE_CUBE_MAP_POSITIVE_X+X:i.TEXTURE_2D,Ie=S.depthTexture.format===Es?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;if(S.depthTexture.format===bs)Re(S)?
a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,Ie,pe,Pe,0,le):i.framebufferTexture2D(i.FRAMEBUFFER,Ie,pe,Pe,0);else if(S.depthTexture.format===Es)Re(S)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,Ie,pe,Pe,0,le):i.framebufferTexture2D(i.FRAMEBUFFER,Ie,pe,Pe,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function ue(C){let S=n.get(C),X=C.isWebGLCubeRenderTarget===!0;if(S.__boundDepthTexture!==C.depthTexture){let de=C.depthTexture;if(S.__depthDisposeCallback&&
S.__depthDisposeCallback(),de){let ae=()=>{delete S.__boundDepthTexture,delete S.__depthDisposeCallback,de.removeEventListener("dispose",ae)};de.addEventListener("dispose",ae),S.__depthDisposeCallback=ae}S.__boundDepthTexture=de}if(C.depthTexture&&!S.__autoAllocateDepthBuffer)if(X)for(let de=0;de<6;de++)Q(S.__webglFramebuffer[de],C,de);else C.texture.mipmaps.length>0?Q(S.__webglFramebuffer[0],C,0):Q(S.__webglFramebuffer,C,0);else if(X){S.__webglDepthbuffer=[];for(let de=0;de<6;de++)if(t.bindFramebuffer(
i.FRAMEBUFFER,S.__webglFramebuffer[de]),S.__webglDepthbuffer[de]===void 0)S.__webglDepthbuffer[de]=i.createRenderbuffer(),J(S.__webglDepthbuffer[de],C,!1);else{let ae=C.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,Ee=S.__webglDepthbuffer[de];i.bindRenderbuffer(i.RENDERBUFFER,Ee),i.framebufferRenderbuffer(i.FRAMEBUFFER,ae,i.RENDERBUFFER,Ee)}}else if(C.texture.mipmaps.length>0?t.bindFramebuffer(i.FRAMEBUFFER,S.__webglFramebuffer[0]):t.bindFramebuffer(i.FRAMEBUFFER,S.__webglFramebuffer),
S.__webglDepthbuffer===void 0)S.__webglDepthbuffer=i.createRenderbuffer(),J(S.__webglDepthbuffer,C,!1);else{let ae=C.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,Ee=S.__webglDepthbuffer;i.bindRenderbuffer(i.RENDERBUFFER,Ee),i.framebufferRenderbuffer(i.FRAMEBUFFER,ae,i.RENDERBUFFER,Ee)}t.bindFramebuffer(i.FRAMEBUFFER,null)}function fe(C,S,X){let de=n.get(C);S!==void 0&&H(de.__webglFramebuffer,C,C.texture,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,0),X!==void 0&&ue(C)}function Oe(C){let S=C.texture,
X=n.get(C),de=n.get(S);C.addEventListener("dispose",F),D(C);let ae=C.textures,Ee=C.isWebGLCubeRenderTarget===!0,Pe=ae.length>1;if(Pe||(de.__webglTexture===void 0&&(de.__webglTexture=i.createTexture()),de.__version=S.version,o.memory.textures++),Ee){X.__webglFramebuffer=[];for(let le=0;le<6;le++)if(S.mipmaps.length>0){X.__webglFramebuffer[le]=[];for(let pe=0;pe<S.mipmaps.length;pe++)X.__webglFramebuffer[le][pe]=i.createFramebuffer()}else X.__webglFramebuffer[le]=i.createFramebuffer()}else{if(S.mipmaps.
length>0){X.__webglFramebuffer=[];for(let le=0;le<S.mipmaps.length;le++)X.__webglFramebuffer[le]=i.createFramebuffer()}else X.__webglFramebuffer=i.createFramebuffer();if(Pe)for(let le=0,pe=ae.length;le<pe;le++){let Ie=n.get(ae[le]);Ie.__webglTexture===void 0&&(Ie.__webglTexture=i.createTexture(),o.memory.textures++)}if(C.samples>0&&Re(C)===!1){X.__webglMultisampledFramebuffer=i.createFramebuffer(),X.__webglColorRenderbuffer=[],t.bindFramebuffer(i.FRAMEBUFFER,X.__webglMultisampledFramebuffer);for(let le=0;le<
ae.length;le++){let pe=ae[le];X.__webglColorRenderbuffer[le]=i.createRenderbuffer(),i.bindRenderbuffer(i.RENDERBUFFER,X.__webglColorRenderbuffer[le]);let Ie=r.convert(pe.format,pe.colorSpace),z=r.convert(pe.type),xe=A(pe.internalFormat,Ie,z,pe.normalized,pe.colorSpace,C.isXRRenderTarget===!0),ge=Ge(C);i.renderbufferStorageMultisample(i.RENDERBUFFER,ge,xe,C.width,C.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+le,i.RENDERBUFFER,X.__webglColorRenderbuffer[le])}i.bindRenderbuffer(
i.RENDERBUFFER,null),C.depthBuffer&&(X.__webglDepthRenderbuffer=i.createRenderbuffer(),J(X.__webglDepthRenderbuffer,C,!0)),t.bindFramebuffer(i.FRAMEBUFFER,null)}}if(Ee){t.bindTexture(i.TEXTURE_CUBE_MAP,de.__webglTexture),ot(i.TEXTURE_CUBE_MAP,S);for(let le=0;le<6;le++)if(S.mipmaps.length>0)for(let pe=0;pe<S.mipmaps.length;pe++)H(X.__webglFramebuffer[le][pe],C,S,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+le,pe);else H(X.__webglFramebuffer[le],C,S,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+
le,0);b(S)?x(i.TEXTURE_CUBE_MAP):S.mipmaps.length>0&&i.texParameteri(i.TEXTURE_CUBE_MAP,i.TEXTURE_MAX_LEVEL,S.mipmaps.length-1),t.unbindTexture()}else if(Pe){for(let le=0,pe=ae.length;le<pe;le++){let Ie=ae[le],z=n.get(Ie),xe=i.TEXTURE_2D;(C.isWebGL3DRenderTarget||C.isWebGLArrayRenderTarget)&&(xe=C.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),t.bindTexture(xe,z.__webglTexture),ot(xe,Ie),H(X.__webglFramebuffer,C,Ie,i.COLOR_ATTACHMENT0+le,xe,0),b(Ie)&&x(xe)}t.unbindTexture()}else{let le=i.
TEXTURE_2D;if((C.isWebGL3DRenderTarget||C.isWebGLArrayRenderTarget)&&(le=C.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),t.bindTexture(le,de.__webglTexture),ot(le,S),S.mipmaps.length>0)for(let pe=0;pe<S.mipmaps.length;pe++)H(X.__webglFramebuffer[pe],C,S,i.COLOR_ATTACHMENT0,le,pe);else H(X.__webglFramebuffer,C,S,i.COLOR_ATTACHMENT0,le,0);b(S)?x(le):S.mipmaps.length>0&&i.texParameteri(le,i.TEXTURE_MAX_LEVEL,S.mipmaps.length-1),t.unbindTexture()}C.depthBuffer&&ue(C)}function N(C){let S=C.textures;
for(let X=0,de=S.length;X<de;X++){let ae=S[X];if(b(ae)&&ae.mipmapsAutoUpdate===!0){let Ee=T(C),Pe=n.get(ae).__webglTexture;t.bindTexture(Ee,Pe),x(Ee),t.unbindTexture()}}}let _e=[];function Le(C){if(C.samples>0){if(Re(C)===!1){let S=C.textures,X=C.width,de=C.height,ae=i.COLOR_BUFFER_BIT,Ee=C.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,Pe=n.get(C),le=S.length>1;if(le)for(let Ie=0;Ie<S.length;Ie++)t.bindFramebuffer(i.FRAMEBUFFER,Pe.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(
i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+Ie,i.RENDERBUFFER,null),t.bindFramebuffer(i.FRAMEBUFFER,Pe.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+Ie,i.TEXTURE_2D,null,0);t.bindFramebuffer(i.READ_FRAMEBUFFER,Pe.__webglMultisampledFramebuffer),C.texture.mipmaps.length>0?t.bindFramebuffer(i.DRAW_FRAMEBUFFER,Pe.__webglFramebuffer[0]):t.bindFramebuffer(i.DRAW_FRAMEBUFFER,Pe.__webglFramebuffer);for(let Ie=0;Ie<S.length;Ie++){if(C.resolveDepthBuffer&&(C.depthBuffer&&(ae|=i.
DEPTH_BUFFER_BIT),C.stencilBuffer&&C.resolveStencilBuffer&&(ae|=i.STENCIL_BUFFER_BIT)),le){i.framebufferRenderbuffer(i.READ_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.RENDERBUFFER,Pe.__webglColorRenderbuffer[Ie]);let z=n.get(S[Ie]).__webglTexture;i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,z,0)}i.blitFramebuffer(0,0,X,de,0,0,X,de,ae,i.NEAREST),l===!0&&(_e.length=0,_e.push(i.COLOR_ATTACHMENT0+Ie),C.depthBuffer&&C.storeMultisampledDepthBuffer===!1&&_e.push(Ee),i.invalidateFramebuffer(
i.READ_FRAMEBUFFER,_e))}if(t.bindFramebuffer(i.READ_FRAMEBUFFER,null),t.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),le)for(let Ie=0;Ie<S.length;Ie++){t.bindFramebuffer(i.FRAMEBUFFER,Pe.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+Ie,i.RENDERBUFFER,Pe.__webglColorRenderbuffer[Ie]);let z=n.get(S[Ie]).__webglTexture;t.bindFramebuffer(i.FRAMEBUFFER,Pe.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+Ie,i.TEXTURE_2D,z,0)}t.bindFramebuffer(
i.DRAW_FRAMEBUFFER,Pe.__webglMultisampledFramebuffer)}else if(C.depthBuffer&&C.storeMultisampledDepthBuffer===!1&&l){let S=C.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;i.invalidateFramebuffer(i.DRAW_FRAMEBUFFER,[S])}}}function Ge(C){return Math.min(s.maxSamples,C.samples)}function Re(C){let S=n.get(C);return C.samples>0&&e.has("WEBGL_multisampled_render_to_texture")===!0&&S.__useRenderToTexture!==!1}function Qe(C){let S=o.render.frame;u.get(C)!==S&&(u.set(C,S),C.update())}function De(C,S){
let X=C.colorSpace,de=C.format,ae=C.type;return C.isCompressedTexture===!0||C.isVideoTexture===!0||X!==Ea&&X!==ki&&(Pt.getTransfer(X)===kt?(de!==pi||ae!==ni)&&ft("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):xt("WebGLTextures: Unsupported texture color space:",X)),S}function $e(C){return typeof HTMLImageElement<"u"&&C instanceof HTMLImageElement?(c.width=C.naturalWidth||C.width,c.height=C.naturalHeight||C.height):typeof VideoFrame<"u"&&C instanceof VideoFrame?
(c.width=C.displayWidth,c.height=C.displayHeight):(c.width=C.width,c.height=C.height),c}this.allocateTextureUnit=me,this.resetTextureUnits=j,this.getTextureUnits=ne,this.setTextureUnits=Me,this.setTexture2D=we,this.setTexture2DArray=Y,this.setTexture3D=re,this.setTextureCube=ye,this.rebindTextures=fe,this.setupRenderTarget=Oe,this.updateRenderTargetMipmap=N,this.updateMultisampleRenderTarget=Le,this.setupDepthRenderbuffer=ue,this.setupFrameBufferTexture=H,this.useMultisampledRTT=Re,this.dispose=
B}function u1(i,e){function t(n,s=ki){let r,o=Pt.getTransfer(s);if(n===ni)return i.UNSIGNED_BYTE;if(n===iu)return i.UNSIGNED_SHORT_4_4_4_4;if(n===su)return i.UNSIGNED_SHORT_5_5_5_1;if(n===ed)return i.UNSIGNED_INT_5_9_9_9_REV;if(n===td)return i.UNSIGNED_INT_10F_11F_11F_REV;if(n===jf)return i.BYTE;if(n===Qf)return i.SHORT;if(n===Go)return i.UNSIGNED_SHORT;if(n===nu)return i.INT;if(n===Fi)return i.UNSIGNED_INT;if(n===Oi)return i.FLOAT;if(n===Bi)return i.HALF_FLOAT;if(n===nd)return i.ALPHA;if(n===id)
return i.RGB;if(n===pi)return i.RGBA;if(n===bs)return i.DEPTH_COMPONENT;if(n===Es)return i.DEPTH_STENCIL;if(n===sd)return i.RED;if(n===ru)return i.RED_INTEGER;if(n===er)return i.RG;if(n===ou)return i.RG_INTEGER;if(n===au)return i.RGBA_INTEGER;if(n===sl||n===rl||n===ol||n===al)if(o===kt)if(r=e.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===sl)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===rl)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===ol)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;
if(n===al)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=e.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===sl)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===rl)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===ol)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===al)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(n===lu||n===cu||n===uu||n===hu)if(r=e.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===lu)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===cu)return r.
COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===uu)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===hu)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===fu||n===du||n===pu||n===mu||n===gu||n===ll||n===xu)if(r=e.get("WEBGL_compressed_texture_etc"),r!==null){if(n===fu||n===du)return o===kt?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===pu)return o===kt?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC;if(n===mu)return r.COMPRESSED_R11_EAC;if(n===gu)return r.COMPRESSED_SIGNED_R11_EAC;
if(n===ll)return r.COMPRESSED_RG11_EAC;if(n===xu)return r.COMPRESSED_SIGNED_RG11_EAC}else return null;if(n===_u||n===yu||n===vu||n===bu||n===Mu||n===Su||n===wu||n===Tu||n===Au||n===Eu||n===Ru||n===Cu||n===Pu||n===Iu)if(r=e.get("WEBGL_compressed_texture_astc"),r!==null){if(n===_u)return o===kt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===yu)return o===kt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===vu)return o===kt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:
r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===bu)return o===kt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===Mu)return o===kt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===Su)return o===kt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===wu)return o===kt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===Tu)return o===kt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;
if(n===Au)return o===kt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===Eu)return o===kt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===Ru)return o===kt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===Cu)return o===kt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===Pu)return o===kt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===Iu)return o===
kt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===Lu||n===Du||n===Nu)if(r=e.get("EXT_texture_compression_bptc"),r!==null){if(n===Lu)return o===kt?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===Du)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===Nu)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===Uu||n===Fu||n===cl||n===Ou)if(r=e.get("EXT_texture_compression_rgtc"),r!==null){if(n===Uu)return r.
COMPRESSED_RED_RGTC1_EXT;if(n===Fu)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===cl)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===Ou)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===Ir?i.UNSIGNED_INT_24_8:i[n]!==void 0?i[n]:null}return{convert:t}}var h1=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,f1=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,Ad=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(e,t){if(this.texture===null){let n=new Ua(e.texture);(e.depthNear!==t.depthNear||e.depthFar!==t.depthFar)&&(this.depthNear=e.depthNear,this.depthFar=e.depthFar),this.texture=n}}getMesh(e){if(this.texture!==null&&this.mesh===null){let t=e.cameras[0].viewport,n=new ts({vertexShader:h1,fragmentShader:f1,uniforms:{depthColor:{value:this.texture},depthWidth:{value:t.z},depthHeight:{value:t.w}}});this.mesh=
new vn(new br(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},Ed=class extends Ki{constructor(e,t){super();let n=this,s=null,r=1,o=null,a="local-floor",l=1,c=null,u=null,h=null,f=null,d=null,p=null,y=typeof XRWebGLBinding<"u",g=new Ad,m={},v=t.getContextAttributes(),b=null,x=null,T=[],A=[],_=new Fe,w=null,D=null,P=new Jn;P.viewport=new Nt;let I=new Jn;I.viewport=new Nt;let F=[P,I],k=new Kc,L=null,B=null;this.cameraAutoUpdate=!0,this.enabled=
!1,this.isPresenting=!1,this.getController=function(ie){let we=T[ie];return we===void 0&&(we=new Eo,T[ie]=we),we.getTargetRaySpace()},this.getControllerGrip=function(ie){let we=T[ie];return we===void 0&&(we=new Eo,T[ie]=we),we.getGripSpace()},this.getHand=function(ie){let we=T[ie];return we===void 0&&(we=new Eo,T[ie]=we),we.getHandSpace()};function W(ie){let we=A.indexOf(ie.inputSource);if(we===-1)return;let Y=T[we];Y!==void 0&&(Y.update(ie.inputSource,ie.frame,c||o),Y.dispatchEvent({type:ie.type,
data:ie.inputSource}))}function V(){s.removeEventListener("select",W),s.removeEventListener("selectstart",W),s.removeEventListener("selectend",W),s.removeEventListener("squeeze",W),s.removeEventListener("squeezestart",W),s.removeEventListener("squeezeend",W),s.removeEventListener("end",V),s.removeEventListener("inputsourceschange",he);for(let ie=0;ie<T.length;ie++){let we=A[ie];we!==null&&(A[ie]=null,T[ie].disconnect(we))}L=null,B=null,g.reset();for(let ie in m)delete m[ie];if(e.setRenderTarget(
b),d=null,f=null,h=null,s=null,x=null,me.stop(),n.isPresenting=!1,e.setPixelRatio(w),e.setSize(_.width,_.height,!1),D!==null){let ie=D.camera;ie.fov=D.fov,ie.zoom=D.zoom,ie.updateProjectionMatrix(),D=null}n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(ie){r=ie,n.isPresenting===!0&&ft("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(ie){a=ie,n.isPresenting===!0&&ft("WebXRManager: Cannot change reference space typ\
e while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function(ie){c=ie},this.getBaseLayer=function(){return f!==null?f:d},this.getBinding=function(){return h===null&&y&&(h=new XRWebGLBinding(s,t)),h},this.getFrame=function(){return p},this.getSession=function(){return s},this.setSession=async function(ie){if(s=ie,s!==null){if(b=e.getRenderTarget(),s.addEventListener("select",W),s.addEventListener("selectstart",W),s.addEventListener("selectend",W),s.addEventListener(
"squeeze",W),s.addEventListener("squeezestart",W),s.addEventListener("squeezeend",W),s.addEventListener("end",V),s.addEventListener("inputsourceschange",he),v.xrCompatible!==!0&&await t.makeXRCompatible(),w=e.getPixelRatio(),e.getSize(_),y&&"createProjectionLayer"in XRWebGLBinding.prototype){let Y=null,re=null,ye=null;v.depth&&(ye=v.stencil?t.DEPTH24_STENCIL8:t.DEPTH_COMPONENT24,Y=v.stencil?Es:bs,re=v.stencil?Ir:Fi);let Ae={colorFormat:t.RGBA8,depthFormat:ye,scaleFactor:r};h=this.getBinding(),f=
h.createProjectionLayer(Ae),s.updateRenderState({layers:[f]}),e.setPixelRatio(1),e.setSize(f.textureWidth,f.textureHeight,!1),x=new fi(f.textureWidth,f.textureHeight,{format:pi,type:ni,depthTexture:new ws(f.textureWidth,f.textureHeight,re,void 0,void 0,void 0,void 0,void 0,void 0,Y),stencilBuffer:v.stencil,colorSpace:e.outputColorSpace,samples:v.antialias?4:0,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1,storeMultisampledDepthBuffer:f.ignoreDepthValues===
!1,storeMultisampledStencilBuffer:f.ignoreDepthValues===!1})}else{let Y={antialias:v.antialias,alpha:!0,depth:v.depth,stencil:v.stencil,framebufferScaleFactor:r};d=new XRWebGLLayer(s,t,Y),s.updateRenderState({baseLayer:d}),e.setPixelRatio(1),e.setSize(d.framebufferWidth,d.framebufferHeight,!1),x=new fi(d.framebufferWidth,d.framebufferHeight,{format:pi,type:ni,colorSpace:e.outputColorSpace,stencilBuffer:v.stencil,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===
!1,storeMultisampledDepthBuffer:d.ignoreDepthValues===!1,storeMultisampledStencilBuffer:d.ignoreDepthValues===!1})}x.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await s.requestReferenceSpace(a),me.setContext(s),me.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(s!==null)return s.environmentBlendMode},this.getDepthTexture=function(){return g.getDepthTexture()};function he(ie){for(let we=0;we<ie.removed.length;we++){let Y=ie.removed[we],
re=A.indexOf(Y);re>=0&&(A[re]=null,T[re].disconnect(Y))}for(let we=0;we<ie.added.length;we++){let Y=ie.added[we],re=A.indexOf(Y);if(re===-1){for(let Ae=0;Ae<T.length;Ae++)if(Ae>=A.length){A.push(Y),re=Ae;break}else if(A[Ae]===null){A[Ae]=Y,re=Ae;break}if(re===-1)break}let ye=T[re];ye&&ye.connect(Y)}}function Z(ie,we){we===null?ie.matrixWorld.copy(ie.matrix):ie.matrixWorld.multiplyMatrices(we.matrixWorld,ie.matrix),ie.matrixWorldInverse.copy(ie.matrixWorld).invert()}this.updateCamera=function(ie){
if(s===null)return;let we=ie.near,Y=ie.far;g.texture!==null&&(g.depthNear>0&&(we=g.depthNear),g.depthFar>0&&(Y=g.depthFar)),k.near=I.near=P.near=we,k.far=I.far=P.far=Y,(L!==k.near||B!==k.far)&&(s.updateRenderState({depthNear:k.near,depthFar:k.far}),L=k.near,B=k.far),k.layers.mask=ie.layers.mask|6,P.layers.mask=k.layers.mask&-5,I.layers.mask=k.layers.mask&-3;let re=ie.parent,ye=k.cameras;Z(k,re);for(let Ae=0;Ae<ye.length;Ae++)Z(ye[Ae],re);k.projectionMatrix.copy(P.projectionMatrix),k.projectionMatrixInverse.
copy(P.projectionMatrixInverse),D===null&&ie.isPerspectiveCamera&&(D={camera:ie,fov:ie.fov,zoom:ie.zoom}),j(ie,k,re)};function j(ie,we,Y){Y===null?ie.matrix.copy(we.matrixWorld):(ie.matrix.copy(Y.matrixWorld),ie.matrix.invert(),ie.matrix.multiply(we.matrixWorld)),ie.matrix.decompose(ie.position,ie.quaternion,ie.scale),ie.updateMatrixWorld(!0),ie.projectionMatrix.copy(we.projectionMatrix),ie.projectionMatrixInverse.copy(we.projectionMatrixInverse),ie.isPerspectiveCamera&&(ie.fov=wo*2*Math.atan(1/
ie.projectionMatrix.elements[5]),ie.zoom=1)}this.getCamera=function(){return k},this.getFoveation=function(){if(!(f===null&&d===null))return l},this.setFoveation=function(ie){l=ie,f!==null&&(f.fixedFoveation=ie),d!==null&&d.fixedFoveation!==void 0&&(d.fixedFoveation=ie)},this.hasDepthSensing=function(){return g.texture!==null},this.getDepthSensingMesh=function(){return g.getMesh(k)},this.getCameraTexture=function(ie){return m[ie]};let ne=null;function Me(ie,we){if(u=we.getViewerPose(c||o),p=we,u!==
null){let Y=u.views;d!==null&&(e.setRenderTargetFramebuffer(x,d.framebuffer),e.setRenderTarget(x));let re=!1;Y.length!==k.cameras.length&&(k.cameras.length=0,re=!0);for(let qe=0;qe<Y.length;qe++){let ot=Y[qe],lt=null;if(d!==null)lt=d.getViewport(ot);else{let K=h.getViewSubImage(f,ot);lt=K.viewport,qe===0&&(e.setRenderTargetTextures(x,K.colorTexture,K.depthStencilTexture),e.setRenderTarget(x))}let ve=F[qe];ve===void 0&&(ve=new Jn,ve.layers.enable(qe),ve.viewport=new Nt,F[qe]=ve),ve.matrix.fromArray(
ot.transform.matrix),ve.matrix.decompose(ve.position,ve.quaternion,ve.scale),ve.projectionMatrix.fromArray(ot.projectionMatrix),ve.projectionMatrixInverse.copy(ve.projectionMatrix).invert(),ve.viewport.set(lt.x,lt.y,lt.width,lt.height),qe===0&&(k.matrix.copy(ve.matrix),k.matrix.decompose(k.position,k.quaternion,k.scale)),re===!0&&k.cameras.push(ve)}let ye=s.enabledFeatures;if(ye&&ye.includes("depth-sensing")&&s.depthUsage=="gpu-optimized"&&y){h=n.getBinding();let qe=h.getDepthInformation(Y[0]);qe&&
qe.isValid&&qe.texture&&g.init(qe,s.renderState)}if(ye&&ye.includes("camera-access")&&y){e.state.unbindTexture(),h=n.getBinding();for(let qe=0;qe<Y.length;qe++){let ot=Y[qe].camera;if(ot){let lt=m[ot];lt||(lt=new Ua,m[ot]=lt);let ve=h.getCameraImage(ot);lt.sourceTexture=ve}}}}for(let Y=0;Y<T.length;Y++){let re=A[Y],ye=T[Y];re!==null&&ye!==void 0&&ye.update(re,we,c||o)}ne&&ne(ie,we),we.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:we}),p=null}let me=new ex;me.setAnimationLoop(Me),this.
setAnimationLoop=function(ie){ne=ie},this.dispose=function(){}}},d1=new vt,ux=new pt;ux.set(-1,0,0,0,1,0,0,0,1);function p1(i,e){function t(g,m){g.matrixAutoUpdate===!0&&g.updateMatrix(),m.value.copy(g.matrix)}function n(g,m){m.color.getRGB(g.fogColor.value,pd(i)),m.isFog?(g.fogNear.value=m.near,g.fogFar.value=m.far):m.isFogExp2&&(g.fogDensity.value=m.density)}function s(g,m,v,b,x){m.isNodeMaterial?m.uniformsNeedUpdate=!1:m.isMeshBasicMaterial?r(g,m):m.isMeshLambertMaterial?(r(g,m),m.envMap&&(g.
envMapIntensity.value=m.envMapIntensity)):m.isMeshToonMaterial?(r(g,m),h(g,m)):m.isMeshPhongMaterial?(r(g,m),u(g,m),m.envMap&&(g.envMapIntensity.value=m.envMapIntensity)):m.isMeshStandardMaterial?(r(g,m),f(g,m),m.isMeshPhysicalMaterial&&d(g,m,x)):m.isMeshMatcapMaterial?(r(g,m),p(g,m)):m.isMeshDepthMaterial?r(g,m):m.isMeshDistanceMaterial?(r(g,m),y(g,m)):m.isMeshNormalMaterial?r(g,m):m.isLineBasicMaterial?(o(g,m),m.isLineDashedMaterial&&a(g,m)):m.isPointsMaterial?l(g,m,v,b):m.isSpriteMaterial?c(g,
m):m.isShadowMaterial?(g.color.value.copy(m.color),g.opacity.value=m.opacity):m.isShaderMaterial&&(m.uniformsNeedUpdate=!1)}function r(g,m){g.opacity.value=m.opacity,m.color&&g.diffuse.value.copy(m.color),m.emissive&&g.emissive.value.copy(m.emissive).multiplyScalar(m.emissiveIntensity),m.map&&(g.map.value=m.map,t(m.map,g.mapTransform)),m.alphaMap&&(g.alphaMap.value=m.alphaMap,t(m.alphaMap,g.alphaMapTransform)),m.bumpMap&&(g.bumpMap.value=m.bumpMap,t(m.bumpMap,g.bumpMapTransform),g.bumpScale.value=
m.bumpScale,m.side===Qn&&(g.bumpScale.value*=-1)),m.normalMap&&(g.normalMap.value=m.normalMap,t(m.normalMap,g.normalMapTransform),g.normalScale.value.copy(m.normalScale),m.side===Qn&&g.normalScale.value.negate()),m.displacementMap&&(g.displacementMap.value=m.displacementMap,t(m.displacementMap,g.displacementMapTransform),g.displacementScale.value=m.displacementScale,g.displacementBias.value=m.displacementBias),m.emissiveMap&&(g.emissiveMap.value=m.emissiveMap,t(m.emissiveMap,g.emissiveMapTransform)),
m.specularMap&&(g.specularMap.value=m.specularMap,t(m.specularMap,g.specularMapTransform)),m.alphaTest>0&&(g.alphaTest.value=m.alphaTest);let v=e.get(m),b=v.envMap,x=v.envMapRotation;b&&(g.envMap.value=b,g.envMapRotation.value.setFromMatrix4(d1.makeRotationFromEuler(x)).transpose(),b.isCubeTexture&&b.isRenderTargetTexture===!1&&g.envMapRotation.value.premultiply(ux),g.reflectivity.value=m.reflectivity,g.ior.value=m.ior,g.refractionRatio.value=m.refractionRatio),m.lightMap&&(g.lightMap.value=m.lightMap,
g.lightMapIntensity.value=m.lightMapIntensity,t(m.lightMap,g.lightMapTransform)),m.aoMap&&(g.aoMap.value=m.aoMap,g.aoMapIntensity.value=m.aoMapIntensity,t(m.aoMap,g.aoMapTransform))}function o(g,m){g.diffuse.value.copy(m.color),g.opacity.value=m.opacity,m.map&&(g.map.value=m.map,t(m.map,g.mapTransform))}function a(g,m){g.dashSize.value=m.dashSize,g.totalSize.value=m.dashSize+m.gapSize,g.scale.value=m.scale}function l(g,m,v,b){g.diffuse.value.copy(m.color),g.opacity.value=m.opacity,g.size.value=m.
size*v,g.scale.value=b*.5,m.map&&(g.map.value=m.map,t(m.map,g.uvTransform)),m.alphaMap&&(g.alphaMap.value=m.alphaMap,t(m.alphaMap,g.alphaMapTransform)),m.alphaTest>0&&(g.alphaTest.value=m.alphaTest)}function c(g,m){g.diffuse.value.copy(m.color),g.opacity.value=m.opacity,g.rotation.value=m.rotation,m.map&&(g.map.value=m.map,t(m.map,g.mapTransform)),m.alphaMap&&(g.alphaMap.value=m.alphaMap,t(m.alphaMap,g.alphaMapTransform)),m.alphaTest>0&&(g.alphaTest.value=m.alphaTest)}function u(g,m){g.specular.
value.copy(m.specular),g.shininess.value=Math.max(m.shininess,1e-4)}function h(g,m){m.gradientMap&&(g.gradientMap.value=m.gradientMap)}function f(g,m){g.metalness.value=m.metalness,m.metalnessMap&&(g.metalnessMap.value=m.metalnessMap,t(m.metalnessMap,g.metalnessMapTransform)),g.roughness.value=m.roughness,m.roughnessMap&&(g.roughnessMap.value=m.roughnessMap,t(m.roughnessMap,g.roughnessMapTransform)),m.envMap&&(g.envMapIntensity.value=m.envMapIntensity)}function d(g,m,v){g.ior.value=m.ior,m.diffuseRoughness>
0&&(g.diffuseRoughness.value=m.diffuseRoughness,m.diffuseRoughnessMap&&(g.diffuseRoughnessMap.value=m.diffuseRoughnessMap,t(m.diffuseRoughnessMap,g.diffuseRoughnessMapTransform))),m.sheen>0&&(g.sheenColor.value.copy(m.sheenColor).multiplyScalar(m.sheen),g.sheenRoughness.value=m.sheenRoughness,m.sheenColorMap&&(g.sheenColorMap.value=m.sheenColorMap,t(m.sheenColorMap,g.sheenColorMapTransform)),m.sheenRoughnessMap&&(g.sheenRoughnessMap.value=m.sheenRoughnessMap,t(m.sheenRoughnessMap,g.sheenRoughnessMapTransform))),
m.clearcoat>0&&(g.clearcoat.value=m.clearcoat,g.clearcoatRoughness.value=m.clearcoatRoughness,m.clearcoatMap&&(g.clearcoatMap.value=m.clearcoatMap,t(m.clearcoatMap,g.clearcoatMapTransform)),m.clearcoatRoughnessMap&&(g.clearcoatRoughnessMap.value=m.clearcoatRoughnessMap,t(m.clearcoatRoughnessMap,g.clearcoatRoughnessMapTransform)),m.clearcoatNormalMap&&(g.clearcoatNormalMap.value=m.clearcoatNormalMap,t(m.clearcoatNormalMap,g.clearcoatNormalMapTransform),g.clearcoatNormalScale.value.copy(m.clearcoatNormalScale),
m.side===Qn&&g.clearcoatNormalScale.value.negate())),m.dispersion>0&&(g.dispersion.value=m.dispersion),m.retroreflectivity>0&&(g.retroreflectivity.value=m.retroreflectivity),m.iridescence>0&&(g.iridescence.value=m.iridescence,g.iridescenceIOR.value=m.iridescenceIOR,g.iridescenceThicknessMinimum.value=m.iridescenceThicknessMinimum,g.iridescenceThicknessMaximum.value=m.iridescenceThicknessMaximum,m.iridescenceMap&&(g.iridescenceMap.value=m.iridescenceMap,t(m.iridescenceMap,g.iridescenceMapTransform)),
m.iridescenceThicknessMap&&(g.iridescenceThicknessMap.value=m.iridescenceThicknessMap,t(m.iridescenceThicknessMap,g.iridescenceThicknessMapTransform))),m.transmission>0&&(g.transmission.value=m.transmission,g.transmissionSamplerMap.value=v.texture,g.transmissionSamplerSize.value.set(v.width,v.height),m.transmissionMap&&(g.transmissionMap.value=m.transmissionMap,t(m.transmissionMap,g.transmissionMapTransform)),g.thickness.value=m.thickness,m.thicknessMap&&(g.thicknessMap.value=m.thicknessMap,t(m.
thicknessMap,g.thicknessMapTransform)),g.attenuationDistance.value=m.attenuationDistance,g.attenuationColor.value.copy(m.attenuationColor)),m.anisotropy>0&&(g.anisotropyVector.value.set(m.anisotropy*Math.cos(m.anisotropyRotation),m.anisotropy*Math.sin(m.anisotropyRotation)),m.anisotropyMap&&(g.anisotropyMap.value=m.anisotropyMap,t(m.anisotropyMap,g.anisotropyMapTransform))),g.specularIntensity.value=m.specularIntensity,g.specularColor.value.copy(m.specularColor),m.specularColorMap&&(g.specularColorMap.
value=m.specularColorMap,t(m.specularColorMap,g.specularColorMapTransform)),m.specularIntensityMap&&(g.specularIntensityMap.value=m.specularIntensityMap,t(m.specularIntensityMap,g.specularIntensityMapTransform))}function p(g,m){m.matcap&&(g.matcap.value=m.matcap)}function y(g,m){let v=e.get(m).light;g.referencePosition.value.setFromMatrixPosition(v.matrixWorld),g.nearDistance.value=v.shadow.camera.near,g.farDistance.value=v.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:s}}
function m1(i,e,t,n){let s={},r={};function o(v,b){let x=b.program;n.uniformBlockBinding(v,x,s[v.id])}function a(v,b){let x=s[v.id];x===void 0&&(p(v),x=l(v),s[v.id]=x,v.addEventListener("dispose",g));let T=b.program;n.updateUBOMapping(v,T);let A=e.render.frame;r[v.id]!==A&&(c(v),r[v.id]=A)}function l(v){let b=i.createBuffer(),x=v.__size,T=v.usage;return i.bindBuffer(i.UNIFORM_BUFFER,b),i.bufferData(i.UNIFORM_BUFFER,x,T),i.bindBuffer(i.UNIFORM_BUFFER,null),b}function c(v){let b=s[v.id],x=v.uniforms,
T=v.__cache;i.bindBuffer(i.UNIFORM_BUFFER,b);for(let A=0,_=x.length;A<_;A++){let w=x[A];if(Array.isArray(w))for(let D=0,P=w.length;D<P;D++)u(w[D],A,D,T);else u(w,A,0,T)}i.bindBuffer(i.UNIFORM_BUFFER,null)}function u(v,b,x,T){if(f(v,b,x,T)===!0){let A=v.__offset,_=v.value;if(Array.isArray(_)){let w=0;for(let D=0;D<_.length;D++){let P=_[D],I=y(P,!0);h(P,v.__data,w),w+=I.storage/Float32Array.BYTES_PER_ELEMENT}}else h(_,v.__data,0);i.bufferSubData(i.UNIFORM_BUFFER,A,v.__data)}}function h(v,b,x){typeof v==
"number"||typeof v=="boolean"?b[x]=v:v.isMatrix3?(b[x]=v.elements[0],b[x+1]=v.elements[1],b[x+2]=v.elements[2],b[x+3]=0,b[x+4]=v.elements[3],b[x+5]=v.elements[4],b[x+6]=v.elements[5],b[x+7]=0,b[x+8]=v.elements[6],b[x+9]=v.elements[7],b[x+10]=v.elements[8],b[x+11]=0):ArrayBuffer.isView(v)?b.set(v.subarray(0,b.length-x),x):v.toArray(b,x)}function f(v,b,x,T){let A=v.value,_=b+"_"+x;if(Array.isArray(A)){T[_]===void 0&&(T[_]=[]);let w=T[_],D=!1;for(let P=0;P<A.length;P++)d(A[P],w,P)===!0&&(D=!0);return D}
return d(A,T,_)}function d(v,b,x){if(b[x]===void 0)return typeof v=="number"||typeof v=="boolean"?b[x]=v:ArrayBuffer.isView(v)?b[x]=v.slice():b[x]=v.clone(),!0;{let T=b[x];if(typeof v=="number"||typeof v=="boolean"){if(T!==v)return b[x]=v,!0}else{if(ArrayBuffer.isView(v))return!0;if(T.equals(v)===!1)return T.copy(v),!0}}return!1}function p(v){let b=v.uniforms,x=0,T=16;for(let _=0,w=b.length;_<w;_++){let D=Array.isArray(b[_])?b[_]:[b[_]];for(let P=0,I=D.length;P<I;P++){let F=D[P],k=Array.isArray(
F.value)?F.value:[F.value],L=Array.isArray(b[_])||Array.isArray(F.value),B=x;for(let V=0,he=k.length;V<he;V++){let Z=k[V],j=y(Z,L),ne=x%T,Me=ne%j.boundary,me=ne+Me;x+=Me,me!==0&&T-me<j.storage&&(x+=T-me),V===0&&(B=x),x+=j.storage}let W=F.type==="int"?Int32Array:F.type==="uint"?Uint32Array:Float32Array;F.__data=new W((x-B)/Float32Array.BYTES_PER_ELEMENT),F.__offset=B}}let A=x%T;return A>0&&(x+=T-A),v.__size=x,v.__cache={},this}function y(v,b){let x={boundary:0,storage:0};return typeof v=="number"||
typeof v=="boolean"?(x.boundary=4,x.storage=4):v.isVector2?(x.boundary=8,x.storage=8):v.isVector3||v.isColor?(x.boundary=16,x.storage=12):v.isVector4?(x.boundary=16,x.storage=16):v.isMatrix3?(x.boundary=16,x.storage=48):v.isMatrix4?(x.boundary=16,x.storage=64):v.isTexture?ft("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(v)?(x.boundary=16,x.storage=v.byteLength):ft("WebGLRenderer: Unsupported uniform value type.",v),b===!0&&(x.boundary=16,x.storage=Math.
ceil(x.storage/16)*16),x}function g(v){let b=v.target;b.removeEventListener("dispose",g),i.deleteBuffer(s[b.id]),delete s[b.id],delete r[b.id]}function m(){for(let v in s)i.deleteBuffer(s[v]);s={},r={}}return{bind:o,update:a,dispose:m}}var g1=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,
14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,
14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,
14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,
15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,
4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,
15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),is=null;function x1(){return is===null&&(is=new Pc(g1,16,16,er,Bi),is.name="DFG_LUT",is.minFilter=On,is.magFilter=On,is.wrapS=Mi,is.wrapT=Mi,is.generateMipmaps=!1,is.needsUpdate=!0),is}var Vu=class{constructor(e={}){let{canvas:t=y0(),context:n=null,depth:s=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:u="\
default",failIfMajorPerformanceCaveat:h=!1,reversedDepthBuffer:f=!1,outputBufferType:d=ni}=e;this.isWebGLRenderer=!0;let p;if(n!==null){if(typeof WebGLRenderingContext<"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");p=n.getContextAttributes().alpha}else p=o;let y=d,g=new Set([au,ou,ru]),m=new Set([ni,Fi,Go,Ir,iu,su]),v=new Uint32Array(4),b=new Int32Array(4),x={textures:[],min:[],max:[],resolution:[]},T=null,A=null,_=[],w=[],D=null;
this.domElement=t,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=ns,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let P=this,I=!1,F=null,k=null,L=null,B=null;this._outputColorSpace=Fn;let W=0,V=0,he=null,Z=-1,j=null,ne=new Nt,Me=new Nt,me=null,ie=new ut(0),we=0,Y=t.width,re=t.
height,ye=1,Ae=null,et=null,qe=new Nt(0,0,Y,re),ot=new Nt(0,0,Y,re),lt=!1,ve=new Qi,K=new Ic,be=!1,Ce=!1,H=new vt,J=new G,Q=new Nt,ue={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},fe=!1;function Oe(){return he===null?ye:1}let N=n;function _e(R,q){return t.getContext(R,q)}let Le,Ge,Re,Qe,De,$e,C,S,X,de,ae,Ee,Pe,le,pe,Ie,z,xe,ge,ze,Ue,ke,at;try{let R={alpha:!0,depth:s,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:u,failIfMajorPerformanceCaveat:h};
if("setAttribute"in t&&t.setAttribute("data-engine",`three.js r${"187"}`),t.addEventListener("webglcontextlost",Ye,!1),t.addEventListener("webglcontextrestored",ct,!1),t.addEventListener("webglcontextcreationerror",Be,!1),N===null){let q="webgl2";if(N=_e(q,R),N===null)throw _e(q)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}dt()}catch(R){throw t.removeEventListener("webglcontextlost",
Ye,!1),t.removeEventListener("webglcontextrestored",ct,!1),t.removeEventListener("webglcontextcreationerror",Be,!1),xt("WebGLRenderer: "+R.message),R}function dt(){Le=new Rw(N),Le.init(),Ue=new u1(N,Le),Ge=new xw(N,Le,e,Ue),Re=new l1(N,Le),Ge.reversedDepthBuffer&&f&&Re.buffers.depth.setReversed(!0),k=N.createFramebuffer(),L=N.createFramebuffer(),B=N.createFramebuffer(),Qe=new Iw(N),De=new $T,$e=new c1(N,Le,Re,De,Ge,Ue,Qe),C=new Ew(P),S=new Db(N),ke=new mw(N,S),X=new Cw(N,S,Qe,ke),de=new Dw(N,X,S,
ke,Qe),xe=new Lw(N,Ge,$e),pe=new _w(De),ae=new YT(P,C,Le,Ge,ke,pe),Ee=new p1(P,De),Pe=new JT,le=new n1(Le),z=new pw(P,C,Re,de,p,l),Ie=new a1(P,de,Ge),at=new m1(N,Qe,Ge,Re),ge=new gw(N,Le,Qe),ze=new Pw(N,Le,Qe),Qe.programs=ae.programs,P.capabilities=Ge,P.extensions=Le,P.properties=De,P.renderLists=Pe,P.shadowMap=Ie,P.state=Re,P.info=Qe}y!==ni&&(D=new Uw(y,t.width,t.height,a,s,r));let Se=new Ed(P,N);this.xr=Se,this.getContext=function(){return N},this.getContextAttributes=function(){return N.getContextAttributes()},
this.forceContextLoss=function(){let R=Le.get("WEBGL_lose_context");R&&R.loseContext()},this.forceContextRestore=function(){let R=Le.get("WEBGL_lose_context");R&&R.restoreContext()},this.getPixelRatio=function(){return ye},this.setPixelRatio=function(R){R!==void 0&&(ye=R,this.setSize(Y,re,!1))},this.getSize=function(R){return R.set(Y,re)},this.setSize=function(R,q,ce=!0){if(Se.isPresenting){ft("WebGLRenderer: Can't change size while VR device is presenting.");return}Y=R,re=q,t.width=Math.floor(R*
ye),t.height=Math.floor(q*ye),ce===!0&&(t.style.width=R+"px",t.style.height=q+"px"),D!==null&&D.setSize(t.width,t.height),this.setViewport(0,0,R,q)},this.getDrawingBufferSize=function(R){return R.set(Y*ye,re*ye).floor()},this.setDrawingBufferSize=function(R,q,ce){Y=R,re=q,ye=ce,t.width=Math.floor(R*ce),t.height=Math.floor(q*ce),this.setViewport(0,0,R,q)},this.setEffects=function(R){if(y===ni){xt("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(R){
for(let q=0;q<R.length;q++)if(R[q].isOutputPass===!0){ft("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}D.setEffects(R||[])},this.getCurrentViewport=function(R){return R.copy(ne)},this.getViewport=function(R){return R.copy(qe)},this.setViewport=function(R,q,ce,te){R.isVector4?qe.set(R.x,R.y,R.z,R.w):qe.set(R,q,ce,te),Re.viewport(ne.copy(qe).multiplyScalar(Oe()).round())},this.getScissor=function(R){return R.copy(
ot)},this.setScissor=function(R,q,ce,te){R.isVector4?ot.set(R.x,R.y,R.z,R.w):ot.set(R,q,ce,te),Re.scissor(Me.copy(ot).multiplyScalar(Oe()).round())},this.getScissorTest=function(){return lt},this.setScissorTest=function(R){Re.setScissorTest(lt=R)},this.setOpaqueSort=function(R){Ae=R},this.setTransparentSort=function(R){et=R},this.getClearColor=function(R){return R.copy(z.getClearColor())},this.setClearColor=function(){z.setClearColor(...arguments)},this.getClearAlpha=function(){return z.getClearAlpha()},
this.setClearAlpha=function(){z.setClearAlpha(...arguments)},this.clear=function(R=!0,q=!0,ce=!0){let te=0;if(R){let se=!1;if(he!==null){let He=he.texture.format;se=g.has(He)}if(se){let He=he.texture.type,Xe=m.has(He),We=z.getClearColor(),Ze=z.getClearAlpha(),rt=We.r,_t=We.g,St=We.b;Xe?(v[0]=rt,v[1]=_t,v[2]=St,v[3]=Ze,N.clearBufferuiv(N.COLOR,0,v)):(b[0]=rt,b[1]=_t,b[2]=St,b[3]=Ze,N.clearBufferiv(N.COLOR,0,b))}else te|=N.COLOR_BUFFER_BIT}q&&(te|=N.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(
!0)),ce&&(te|=N.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),te!==0&&N.clear(te)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(R){R.setRenderer(this),F=R},this.dispose=function(){t.removeEventListener("webglcontextlost",Ye,!1),t.removeEventListener("webglcontextrestored",ct,!1),t.removeEventListener("webglcontextcreationerror",Be,!1),z.dispose(),
Pe.dispose(),le.dispose(),$e.dispose(),De.dispose(),C.dispose(),de.dispose(),X.dispose(),ke.dispose(),at.dispose(),ae.dispose(),Se.dispose(),Se.removeEventListener("sessionstart",bl),Se.removeEventListener("sessionend",zi),rs.stop()};function Ye(R){R.preventDefault(),cd("WebGLRenderer: Context Lost."),I=!0}function ct(){cd("WebGLRenderer: Context Restored."),I=!1;let R=Qe.autoReset,q=Ie.enabled,ce=Ie.autoUpdate,te=Ie.needsUpdate,se=Ie.type;dt(),Qe.autoReset=R,Ie.enabled=q,Ie.autoUpdate=ce,Ie.needsUpdate=
te,Ie.type=se}function Be(R){xt("WebGLRenderer: A WebGL context could not be created. Reason: ",R.statusMessage)}function mt(R){let q=R.target;q.removeEventListener("dispose",mt),Ht(q)}function Ht(R){Bn(R),De.remove(R)}function Bn(R){let q=De.get(R).programs;q!==void 0&&(q.forEach(function(ce){ae.releaseProgram(ce)}),R.isShaderMaterial&&ae.releaseShaderCache(R))}this.renderBufferDirect=function(R,q,ce,te,se,He){q===null&&(q=ue);let Xe=se.isMesh&&se.matrixWorld.determinantAffine()<0,We=ta(R,q,ce,
te,se);Re.setMaterial(te,Xe);let Ze=ce.index,rt=1;if(te.wireframe===!0){if(Ze=X.getWireframeAttribute(ce),Ze===void 0)return;rt=2}let _t=ce.drawRange,St=ce.attributes.position,st=_t.start*rt,wt=(_t.start+_t.count)*rt;He!==null&&(st=Math.max(st,He.start*rt),wt=Math.min(wt,(He.start+He.count)*rt)),Ze!==null?(st=Math.max(st,0),wt=Math.min(wt,Ze.count)):St!=null&&(st=Math.max(st,0),wt=Math.min(wt,St.count));let tn=wt-st;if(tn<0||tn===1/0)return;ke.setup(se,te,We,ce,Ze);let zt,Vt=ge;if(Ze!==null&&(zt=
S.get(Ze),Vt=ze,Vt.setIndex(zt)),se.isMesh)te.wireframe===!0?(Re.setLineWidth(te.wireframeLinewidth*Oe()),Vt.setMode(N.LINES)):Vt.setMode(N.TRIANGLES);else if(se.isLine){let bn=te.linewidth;bn===void 0&&(bn=1),Re.setLineWidth(bn*Oe()),se.isLineSegments?Vt.setMode(N.LINES):se.isLineLoop?Vt.setMode(N.LINE_LOOP):Vt.setMode(N.LINE_STRIP)}else se.isPoints?Vt.setMode(N.POINTS):se.isSprite&&Vt.setMode(N.TRIANGLES);if(se.isBatchedMesh)if(Le.get("WEBGL_multi_draw"))Vt.renderMultiDraw(se._multiDrawStarts,
se._multiDrawCounts,se._multiDrawCount);else{let bn=se._multiDrawStarts,tt=se._multiDrawCounts,dn=se._multiDrawCount,Rt=Ze?S.get(Ze).bytesPerElement:1,as=De.get(te).currentProgram.getUniforms();for(let pn=0;pn<dn;pn++)as.setValue(N,"_gl_DrawID",pn),Vt.render(bn[pn]/Rt,tt[pn])}else if(se.isInstancedMesh)Vt.renderInstances(st,tn,se.count);else if(ce.isInstancedBufferGeometry){let bn=ce._maxInstanceCount!==void 0?ce._maxInstanceCount:1/0,tt=Math.min(ce.instanceCount,bn);Vt.renderInstances(st,tn,tt)}else
Vt.render(st,tn)};function jo(R,q,ce,te){F!==null&&R.isNodeMaterial&&F.setObject(te,R),be===!0&&pe.setState(R,ce,!1),R.transparent===!0&&R.side===ei&&R.forceSinglePass===!1?(R.side=Qn,R.needsUpdate=!0,Vi(R,q,te),R.side=Qs,R.needsUpdate=!0,Vi(R,q,te),R.side=ei):Vi(R,q,te)}this.compile=function(R,q,ce=null){ce===null&&(ce=R),F!==null&&F.renderStart(R,q,ce),A=le.get(ce),A.init(q),w.push(A),ce.traverseVisible(function(se){se.isLight&&se.layers.test(q.layers)&&(A.pushLight(se),se.castShadow&&A.pushShadow(
se))}),R!==ce&&R.traverseVisible(function(se){se.isLight&&se.layers.test(q.layers)&&(A.pushLight(se),se.castShadow&&A.pushShadow(se))}),A.setupLights(),F!==null&&F.updateLights(A.state.lightsArray),Ce=this.localClippingEnabled,be=pe.init(this.clippingPlanes,Ce),be===!0&&pe.setGlobalState(this.clippingPlanes,q),F!==null&&Ie.render(A.state.shadowsArray,ce,q);let te=new Set;return R.traverse(function(se){if(!(se.isMesh||se.isPoints||se.isLine||se.isSprite))return;let He=se.material;if(He)if(Array.isArray(
He))for(let Xe=0;Xe<He.length;Xe++){let We=He[Xe];jo(We,ce,q,se),te.add(We)}else jo(He,ce,q,se),te.add(He)}),A=w.pop(),F!==null&&F.renderEnd(),te},this.compileAsync=function(R,q,ce=null){let te=this.compile(R,q,ce);return new Promise(se=>{function He(){if(te.forEach(function(Xe){let Ze=De.get(Xe).currentProgram;(Ze===void 0||Ze.isReady())&&te.delete(Xe)}),te.size===0){se(R);return}setTimeout(He,10)}Le.get("KHR_parallel_shader_compile")!==null?He():setTimeout(He,10)})};let Nr=null;function fh(R){
Nr&&Nr(R)}function bl(){rs.stop()}function zi(){rs.start()}let rs=new ex;rs.setAnimationLoop(fh),typeof self<"u"&&rs.setContext(self),this.setAnimationLoop=function(R){Nr=R,Se.setAnimationLoop(R),R===null?rs.stop():rs.start()},Se.addEventListener("sessionstart",bl),Se.addEventListener("sessionend",zi),this.render=function(R,q){if(q!==void 0&&q.isCamera!==!0){xt("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(I===!0)return;F!==null&&F.renderStart(R,q);let ce=Se.enabled===
!0&&Se.isPresenting===!0,te=D!==null&&(he===null||ce)&&D.begin(P,he);if(R.matrixWorldAutoUpdate===!0&&R.updateMatrixWorld(),q.parent===null&&q.matrixWorldAutoUpdate===!0&&q.updateMatrixWorld(),Se.enabled===!0&&Se.isPresenting===!0&&(D===null||D.isCompositing()===!1)&&(Se.cameraAutoUpdate===!0&&Se.updateCamera(q),q=Se.getCamera()),R.isScene===!0&&R.onBeforeRender(P,R,q,he),A=le.get(R,w.length),A.init(q),A.state.textureUnits=$e.getTextureUnits(),w.push(A),H.multiplyMatrices(q.projectionMatrix,q.matrixWorldInverse),
q.isArrayCamera?K.setFromArrayCamera(q):ve.setFromProjectionMatrix(H,Si,q.reversedDepth),Ce=this.localClippingEnabled,be=pe.init(this.clippingPlanes,Ce),T=Pe.get(R,_.length),T.init(),_.push(T),this.info.render.frame++,Se.enabled===!0&&Se.isPresenting===!0){let Xe=P.xr.getDepthSensingMesh();Xe!==null&&os(Xe,q,-1/0,P.sortObjects)}os(R,q,0,P.sortObjects),T.finish(),F!==null&&F.updateLights(A.state.lightsArray),P.sortObjects===!0&&T.sort(Ae,et),fe=Se.enabled===!1||Se.isPresenting===!1||Se.hasDepthSensing()===
!1,fe&&z.addToRenderList(T,R),this.info.autoReset===!0&&this.info.reset(),be===!0&&pe.beginShadows();let se=A.state.shadowsArray;if(Ie.render(se,R,q),be===!0&&pe.endShadows(),(te&&D.hasRenderPass())===!1){let Xe=T.opaque,We=T.transmissive;if(A.setupLights(),q.isArrayCamera){let Ze=q.cameras;if(We.length>0)for(let rt=0,_t=Ze.length;rt<_t;rt++){let St=Ze[rt];wi(Xe,We,R,St)}fe&&z.render(R);for(let rt=0,_t=Ze.length;rt<_t;rt++){let St=Ze[rt];Qo(T,R,St,St.viewport)}}else We.length>0&&wi(Xe,We,R,q),fe&&
z.render(R),Qo(T,R,q)}he!==null&&V===0&&($e.updateMultisampleRenderTarget(he),$e.updateRenderTargetMipmap(he)),te&&D.end(P),R.isScene===!0&&R.onAfterRender(P,R,q),ke.resetDefaultState(),Z=-1,j=null,w.pop(),w.length>0?(A=w[w.length-1],$e.setTextureUnits(A.state.textureUnits),be===!0&&pe.setGlobalState(P.clippingPlanes,A.state.camera)):A=null,_.pop(),_.length>0?T=_[_.length-1]:T=null,F!==null&&F.renderEnd()};function os(R,q,ce,te){if(R.visible===!1)return;if(R.layers.test(q.layers)){if(R.isGroup)ce=
R.renderOrder;else if(R.isLOD)R.autoUpdate===!0&&R.update(q);else if(R.isLight)A.pushLight(R),R.castShadow&&A.pushShadow(R);else if(R.isSprite){let Xe=q.isArrayCamera?K:ve;if(!R.frustumCulled||R.intersectsFrustum(Xe)){te&&Q.setFromMatrixPosition(R.matrixWorld).applyMatrix4(H);let We=de.update(R),Ze=R.material;Ze.visible&&T.push(R,We,Ze,ce,Q.z,null,q)}}else if(R.isMesh||R.isLine||R.isPoints){let Xe=q.isArrayCamera?K:ve;if(!R.frustumCulled||R.intersectsFrustum(Xe)){let We=de.update(R),Ze=R.material;
if(te&&(R.boundingSphere!==void 0?(R.boundingSphere===null&&R.computeBoundingSphere(),Q.copy(R.boundingSphere.center)):(We.boundingSphere===null&&We.computeBoundingSphere(),Q.copy(We.boundingSphere.center)),Q.applyMatrix4(R.matrixWorld).applyMatrix4(H)),Array.isArray(Ze)){let rt=We.groups;for(let _t=0,St=rt.length;_t<St;_t++){let st=rt[_t],wt=Ze[st.materialIndex];wt&&wt.visible&&T.push(R,We,wt,ce,Q.z,st,q)}}else Ze.visible&&T.push(R,We,Ze,ce,Q.z,null,q)}}}let He=R.children;for(let Xe=0,We=He.length;Xe<
We;Xe++)os(He[Xe],q,ce,te)}function Qo(R,q,ce,te){let{opaque:se,transmissive:He,transparent:Xe}=R;A.setupLightsView(ce),be===!0&&pe.setGlobalState(P.clippingPlanes,ce),te&&Re.viewport(ne.copy(te)),se.length>0&&rn(se,q,ce),He.length>0&&rn(He,q,ce),Xe.length>0&&rn(Xe,q,ce),Re.buffers.depth.setTest(!0),Re.buffers.depth.setMask(!0),Re.buffers.color.setMask(!0),Re.setPolygonOffset(!1)}function wi(R,q,ce,te){if((ce.isScene===!0?ce.overrideMaterial:null)!==null)return;if(A.state.transmissionRenderTarget[te.
id]===void 0){let st=Le.has("EXT_color_buffer_half_float")||Le.has("EXT_color_buffer_float");A.state.transmissionRenderTarget[te.id]=new fi(1,1,{generateMipmaps:!0,type:st?Bi:ni,minFilter:Ui,samples:Math.max(4,Ge.samples),stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:Pt.workingColorSpace})}let He=A.state.transmissionRenderTarget[te.id],Xe=te.viewport||ne;He.setSize(Xe.z*P.transmissionResolutionScale,Xe.w*
P.transmissionResolutionScale);let We=P.getRenderTarget(),Ze=P.getActiveCubeFace(),rt=P.getActiveMipmapLevel();P.setRenderTarget(He),P.getClearColor(ie),we=P.getClearAlpha(),we<1&&P.setClearColor(16777215,.5),P.clear(),fe&&z.render(ce);let _t=P.toneMapping;P.toneMapping=ns;let St=te.viewport;if(te.viewport!==void 0&&(te.viewport=void 0),A.setupLightsView(te),be===!0&&pe.setGlobalState(P.clippingPlanes,te),rn(R,ce,te),$e.updateMultisampleRenderTarget(He),$e.updateRenderTargetMipmap(He),Le.has("WE\
BGL_multisampled_render_to_texture")===!1){let st=!1;for(let wt=0,tn=q.length;wt<tn;wt++){let zt=q[wt],{object:Vt,geometry:bn,material:tt,group:dn}=zt;if(tt.side===ei&&Vt.layers.test(te.layers)){let Rt=tt.side;tt.side=Qn,tt.needsUpdate=!0,cn(Vt,ce,te,bn,tt,dn),tt.side=Rt,tt.needsUpdate=!0,st=!0}}st===!0&&($e.updateMultisampleRenderTarget(He),$e.updateRenderTargetMipmap(He))}P.setRenderTarget(We,Ze,rt),P.setClearColor(ie,we),St!==void 0&&(te.viewport=St),P.toneMapping=_t}function rn(R,q,ce){let te=q.
isScene===!0?q.overrideMaterial:null;for(let se=0,He=R.length;se<He;se++){let Xe=R[se],{object:We,geometry:Ze,group:rt}=Xe,_t=Xe.material;_t.allowOverride===!0&&te!==null&&(_t=te),We.layers.test(ce.layers)&&cn(We,q,ce,Ze,_t,rt)}}function cn(R,q,ce,te,se,He){F!==null&&se.isNodeMaterial&&F.setObject(R,se),R.onBeforeRender(P,q,ce,te,se,He),R.modelViewMatrix.multiplyMatrices(ce.matrixWorldInverse,R.matrixWorld),R.normalMatrix.getNormalMatrix(R.modelViewMatrix),se.onBeforeRender(P,q,ce,te,R,He),se.transparent===
!0&&se.side===ei&&se.forceSinglePass===!1?(se.side=Qn,se.needsUpdate=!0,P.renderBufferDirect(ce,q,te,se,R,He),se.side=Qs,se.needsUpdate=!0,P.renderBufferDirect(ce,q,te,se,R,He),se.side=ei):P.renderBufferDirect(ce,q,te,se,R,He),R.onAfterRender(P,q,ce,te,se,He)}function un(R){let q=0;for(let ce of R)ce.texture!==null&&q++;return q}function Vi(R,q,ce){q.isScene!==!0&&(q=ue);let te=De.get(R),se=A.state.lights,He=A.state.shadowsArray,Xe=se.state.version,We=ae.getParameters(R,se.state,He,q,ce,A.state.
lightProbeGridArray),Ze=ae.getProgramCacheKey(We),rt=te.programs;te.environment=R.isMeshStandardMaterial||R.isMeshLambertMaterial||R.isMeshPhongMaterial?q.environment:null,te.fog=q.fog;let _t=R.isMeshStandardMaterial||R.isMeshLambertMaterial&&!R.envMap||R.isMeshPhongMaterial&&!R.envMap;te.envMap=C.get(R.envMap||te.environment,_t),te.envMapRotation=te.environment!==null&&R.envMap===null?q.environmentRotation:R.envMapRotation,rt===void 0&&(R.addEventListener("dispose",mt),rt=new Map,te.programs=rt,
te.programVariants=new Map);let St=rt.get(Ze);if(St!==void 0){if(te.currentProgram===St&&te.lightsStateVersion===Xe)return ea(R,We),St}else We.uniforms=ae.getUniforms(R),F!==null&&R.isNodeMaterial&&F.build(R,ce,We),R.onBeforeCompile(We,P),St=ae.acquireProgram(We,Ze),rt.set(Ze,St),te.uniforms=We.uniforms;let st=te.uniforms;return(!R.isShaderMaterial&&!R.isRawShaderMaterial||R.clipping===!0)&&(st.clippingPlanes=pe.uniform),ea(R,We),te.needsLights=Ls(R),te.lightsStateVersion=Xe,te.needsLights&&(st.
ambientLightColor.value=se.state.ambient,st.lightProbe.value=se.state.probe,st.sunLights.value=se.state.sun,st.sunLightShadows.value=se.state.sunShadow,st.directionalLights.value=se.state.directional,st.directionalLightShadows.value=se.state.directionalShadow,st.spotLights.value=se.state.spot,st.spotLightShadows.value=se.state.spotShadow,st.rectAreaLights.value=se.state.rectArea,st.ltc_1.value=se.state.rectAreaLTC1,st.ltc_2.value=se.state.rectAreaLTC2,st.pointLights.value=se.state.point,st.pointLightShadows.
value=se.state.pointShadow,st.hemisphereLights.value=se.state.hemi,st.sunShadowMatrix.value=se.state.sunShadowMatrix,st.sunShadowCascade.value=se.state.sunShadowCascade,st.directionalShadowMatrix.value=se.state.directionalShadowMatrix,st.spotLightMatrix.value=se.state.spotLightMatrix,st.spotLightMap.value=se.state.spotLightMap,st.pointShadowMatrix.value=se.state.pointShadowMatrix),te.numLightProbeGrids=un(A.state.lightProbeGridArray),te.currentProgram=St,te.uniformsList=null,St}function ii(R,q,ce,te,se){
let He=De.get(R),Xe=He.currentProgram.id+","+te+","+se,We=He.programVariants.get(Xe);return We===void 0?(We=Vi(R,q,ce),He.programVariants.set(Xe,We)):(He.currentProgram=We,He.uniformsList=null,He.outputColorSpace=te,He.toneMapping=se),We}function Is(R){if(R.uniformsList===null){let q=R.currentProgram.getUniforms();R.uniformsList=Wo.seqWithValue(q.seq,R.uniforms)}return R.uniformsList}function ea(R,q){let ce=De.get(R);ce.outputColorSpace=q.outputColorSpace,ce.batching=q.batching,ce.batchingColor=
q.batchingColor,ce.instancing=q.instancing,ce.instancingColor=q.instancingColor,ce.instancingMorph=q.instancingMorph,ce.skinning=q.skinning,ce.morphTargets=q.morphTargets,ce.morphNormals=q.morphNormals,ce.morphColors=q.morphColors,ce.morphTargetsCount=q.morphTargetsCount,ce.numClippingPlanes=q.numClippingPlanes,ce.numIntersection=q.numClipIntersection,ce.vertexAlphas=q.vertexAlphas,ce.vertexTangents=q.vertexTangents,ce.toneMapping=q.toneMapping}function ta(R,q,ce,te,se){q.isScene!==!0&&(q=ue),$e.
resetTextureUnits();let He=q.fog,Xe=te.isMeshStandardMaterial||te.isMeshLambertMaterial||te.isMeshPhongMaterial?q.environment:null,We=he===null?P.outputColorSpace:he.isXRRenderTarget===!0?he.texture.colorSpace:Pt.workingColorSpace,Ze=te.isMeshStandardMaterial||te.isMeshLambertMaterial&&!te.envMap||te.isMeshPhongMaterial&&!te.envMap,rt=C.get(te.envMap||Xe,Ze),_t=te.vertexColors===!0&&!!ce.attributes.color&&ce.attributes.color.itemSize===4,St=!!ce.attributes.tangent&&(!!te.normalMap||te.anisotropy>
0),st=!!ce.morphAttributes.position,wt=!!ce.morphAttributes.normal,tn=!!ce.morphAttributes.color,zt=ns;te.toneMapped&&(he===null||he.isXRRenderTarget===!0)&&(zt=P.toneMapping);let Vt=ce.morphAttributes.position||ce.morphAttributes.normal||ce.morphAttributes.color,bn=Vt!==void 0?Vt.length:0,tt=De.get(te),dn=A.state.lights;if(be===!0&&(Ce===!0||R!==j)){let Gt=R===j&&te.id===Z;pe.setState(te,R,Gt)}let Rt=!1,as=!1;te.version===tt.__version?tt.needsLights&&tt.lightsStateVersion!==dn.state.version||se.
isBatchedMesh&&tt.batching===!1||!se.isBatchedMesh&&tt.batching===!0||se.isBatchedMesh&&tt.batchingColor===!0&&se._colorsTexture===null||se.isBatchedMesh&&tt.batchingColor===!1&&se._colorsTexture!==null||se.isInstancedMesh&&tt.instancing===!1||!se.isInstancedMesh&&tt.instancing===!0||se.isSkinnedMesh&&tt.skinning===!1||!se.isSkinnedMesh&&tt.skinning===!0||se.isInstancedMesh&&tt.instancingColor===!0&&se.instanceColor===null||se.isInstancedMesh&&tt.instancingColor===!1&&se.instanceColor!==null||se.
isInstancedMesh&&tt.instancingMorph===!0&&se.morphTexture===null||se.isInstancedMesh&&tt.instancingMorph===!1&&se.morphTexture!==null||tt.envMap!==rt||te.fog===!0&&tt.fog!==He||tt.numClippingPlanes!==void 0&&(tt.numClippingPlanes!==pe.numPlanes||tt.numIntersection!==pe.numIntersection)||tt.vertexAlphas!==_t||tt.vertexTangents!==St||tt.morphTargets!==st||tt.morphNormals!==wt||tt.morphColors!==tn||tt.morphTargetsCount!==bn||tt.numLightProbeGrids!==un(A.state.lightProbeGridArray)?Rt=!0:(tt.outputColorSpace!==
We||tt.toneMapping!==zt)&&(as=!0):(Rt=!0,tt.__version=te.version);let pn=tt.currentProgram;(Rt===!0||as===!0)&&(pn=as===!0?ii(te,q,se,We,zt):Vi(te,q,se),F&&te.isNodeMaterial&&F.onUpdateProgram(te,pn,tt));let Or=!1,Gi=!1,ls=!1,bt=pn.getUniforms(),on=tt.uniforms;if(Re.useProgram(pn.program)&&(Or=!0,Gi=!0,ls=!0),te.id!==Z&&(Z=te.id,Gi=!0),Or||j!==R){Re.buffers.depth.getReversed()&&R.reversedDepth!==!0&&(R._reversedDepth=!0,R.updateProjectionMatrix()),bt.setValue(N,"projectionMatrix",R.projectionMatrix),
bt.setValue(N,"viewMatrix",R.matrixWorldInverse);let mn=bt.map.cameraPosition;mn!==void 0&&mn.setValue(N,J.setFromMatrixPosition(R.matrixWorld)),Ge.logarithmicDepthBuffer&&bt.setValue(N,"logDepthBufFC",2/(Math.log(R.far+1)/Math.LN2)),(te.isMeshPhongMaterial||te.isMeshToonMaterial||te.isMeshLambertMaterial||te.isMeshBasicMaterial||te.isMeshStandardMaterial||te.isShaderMaterial)&&bt.setValue(N,"isOrthographic",R.isOrthographicCamera===!0),j!==R&&(j=R,Gi=!0,ls=!0)}if(tt.needsLights&&(dn.state.sunShadowMap.
length>0&&bt.setValue(N,"sunShadowMap",dn.state.sunShadowMap,$e),dn.state.directionalShadowMap.length>0&&bt.setValue(N,"directionalShadowMap",dn.state.directionalShadowMap,$e),dn.state.spotShadowMap.length>0&&bt.setValue(N,"spotShadowMap",dn.state.spotShadowMap,$e),dn.state.pointShadowMap.length>0&&bt.setValue(N,"pointShadowMap",dn.state.pointShadowMap,$e)),se.isSkinnedMesh){bt.setOptional(N,se,"bindMatrix"),bt.setOptional(N,se,"bindMatrixInverse");let Gt=se.skeleton;Gt&&(Gt.boneTexture===null&&
Gt.computeBoneTexture(),bt.setValue(N,"boneTexture",Gt.boneTexture,$e))}se.isBatchedMesh&&(bt.setOptional(N,se,"batchingTexture"),bt.setValue(N,"batchingTexture",se._matricesTexture,$e),bt.setOptional(N,se,"batchingIdTexture"),bt.setValue(N,"batchingIdTexture",se._indirectTexture,$e),bt.setOptional(N,se,"batchingColorTexture"),se._colorsTexture!==null&&bt.setValue(N,"batchingColorTexture",se._colorsTexture,$e));let Wn=ce.morphAttributes;if((Wn.position!==void 0||Wn.normal!==void 0||Wn.color!==void 0)&&
xe.update(se,ce,pn),(Gi||tt.receiveShadow!==se.receiveShadow)&&(tt.receiveShadow=se.receiveShadow,bt.setValue(N,"receiveShadow",se.receiveShadow)),(te.isMeshStandardMaterial||te.isMeshLambertMaterial||te.isMeshPhongMaterial)&&te.envMap===null&&q.environment!==null&&(on.envMapIntensity.value=q.environmentIntensity),on.dfgLUT!==void 0&&(on.dfgLUT.value=x1()),Gi){if(bt.setValue(N,"toneMappingExposure",P.toneMappingExposure),tt.needsLights&&Ur(on,ls),He&&te.fog===!0&&Ee.refreshFogUniforms(on,He),Ee.
refreshMaterialUniforms(on,te,ye,re,A.state.transmissionRenderTarget[R.id]),tt.needsLights&&tt.numLightProbeGrids>0){let Gt=x,mn=0;for(let kn of A.state.lightProbeGridArray)kn.texture!==null&&(Gt.textures[mn]=kn.texture,Gt.min[mn]=kn.boundingBox.min,Gt.max[mn]=kn.boundingBox.max,Gt.resolution[mn]=kn.resolution,mn++);for(let kn in Gt)Gt[kn].length=mn;on.probesSH.value=Gt.textures,on.probesMin.value=Gt.min,on.probesMax.value=Gt.max,on.probesResolution.value=Gt.resolution}Wo.upload(N,Is(tt),on,$e)}
if(te.isShaderMaterial&&te.uniformsNeedUpdate===!0&&(Wo.upload(N,Is(tt),on,$e),te.uniformsNeedUpdate=!1),te.isSpriteMaterial&&bt.setValue(N,"center",se.center),bt.setValue(N,"modelViewMatrix",se.modelViewMatrix),bt.setValue(N,"normalMatrix",se.normalMatrix),bt.setValue(N,"modelMatrix",se.matrixWorld),te.uniformsGroups!==void 0){let Gt=te.uniformsGroups;for(let mn=0,kn=Gt.length;mn<kn;mn++){let Ml=Gt[mn];at.update(Ml,pn),at.bind(Ml,pn)}}return pn}function Ur(R,q){R.ambientLightColor.needsUpdate=q,
R.lightProbe.needsUpdate=q,R.sunLights.needsUpdate=q,R.sunLightShadows.needsUpdate=q,R.directionalLights.needsUpdate=q,R.directionalLightShadows.needsUpdate=q,R.pointLights.needsUpdate=q,R.pointLightShadows.needsUpdate=q,R.spotLights.needsUpdate=q,R.spotLightShadows.needsUpdate=q,R.rectAreaLights.needsUpdate=q,R.hemisphereLights.needsUpdate=q}function Ls(R){return R.isMeshLambertMaterial||R.isMeshToonMaterial||R.isMeshPhongMaterial||R.isMeshStandardMaterial||R.isShadowMaterial||R.isShaderMaterial&&
R.lights===!0}this.getActiveCubeFace=function(){return W},this.getActiveMipmapLevel=function(){return V},this.getRenderTarget=function(){return he},this.setRenderTargetTextures=function(R,q,ce){let te=De.get(R);te.__autoAllocateDepthBuffer=R.resolveDepthBuffer===!1,te.__autoAllocateDepthBuffer===!1&&(te.__useRenderToTexture=!1),De.get(R.texture).__webglTexture=q,De.get(R.depthTexture).__webglTexture=te.__autoAllocateDepthBuffer?void 0:ce,te.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=
function(R,q){let ce=De.get(R);ce.__webglFramebuffer=q,ce.__useDefaultFramebuffer=q===void 0},this.setRenderTarget=function(R,q=0,ce=0){he=R,W=q,V=ce;let te=null,se=!1,He=!1;if(R){let We=De.get(R);if(We.__useDefaultFramebuffer!==void 0){Re.bindFramebuffer(N.FRAMEBUFFER,We.__webglFramebuffer),ne.copy(R.viewport),Me.copy(R.scissor),me=R.scissorTest,Re.viewport(ne),Re.scissor(Me),Re.setScissorTest(me),Z=-1;return}else if(We.__webglFramebuffer===void 0)$e.setupRenderTarget(R);else if(We.__hasExternalTextures)
$e.rebindTextures(R,De.get(R.texture).__webglTexture,De.get(R.depthTexture).__webglTexture);else if(R.depthBuffer){let _t=R.depthTexture;if(We.__boundDepthTexture!==_t){if(_t!==null&&De.has(_t)&&(R.width!==_t.image.width||R.height!==_t.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");$e.setupDepthRenderbuffer(R)}}let Ze=R.texture;(Ze.isData3DTexture||Ze.isDataArrayTexture||Ze.isCompressedArrayTexture)&&(He=!0);let rt=De.get(R).__webglFramebuffer;
R.isWebGLCubeRenderTarget?(Array.isArray(rt[q])?te=rt[q][ce]:te=rt[q],se=!0):R.samples>0&&$e.useMultisampledRTT(R)===!1?te=De.get(R).__webglMultisampledFramebuffer:Array.isArray(rt)?te=rt[ce]:te=rt,ne.copy(R.viewport),Me.copy(R.scissor),me=R.scissorTest}else ne.copy(qe).multiplyScalar(ye).floor(),Me.copy(ot).multiplyScalar(ye).floor(),me=lt;if(ce!==0&&(te=k),Re.bindFramebuffer(N.FRAMEBUFFER,te)&&Re.drawBuffers(R,te),Re.viewport(ne),Re.scissor(Me),Re.setScissorTest(me),se){let We=De.get(R.texture);
N.framebufferTexture2D(N.FRAMEBUFFER,N.COLOR_ATTACHMENT0,N.TEXTURE_CUBE_MAP_POSITIVE_X+q,We.__webglTexture,ce)}else if(He){let We=q;for(let Ze=0;Ze<R.textures.length;Ze++){let rt=De.get(R.textures[Ze]);N.framebufferTextureLayer(N.FRAMEBUFFER,N.COLOR_ATTACHMENT0+Ze,rt.__webglTexture,ce,We)}}else if(R!==null&&ce!==0){let We=De.get(R.texture);N.framebufferTexture2D(N.FRAMEBUFFER,N.COLOR_ATTACHMENT0,N.TEXTURE_2D,We.__webglTexture,ce)}Z=-1};function Fr(R){let q=De.get(R);return(q.__readFormat!==R.format||
q.__readType!==R.type)&&(q.__readFormat=R.format,q.__readType=R.type,q.__formatReadable=Ge.textureFormatReadable(R.format),q.__typeReadable=Ge.textureTypeReadable(R.type)),q}this.readRenderTargetPixels=function(R,q,ce,te,se,He,Xe,We=0){if(!(R&&R.isWebGLRenderTarget)){xt("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Ze=De.get(R).__webglFramebuffer;if(R.isWebGLCubeRenderTarget&&Xe!==void 0&&(Ze=Ze[Xe],Array.isArray(Ze)&&(Ze=Ze[0])),Ze){Re.bindFramebuffer(
N.FRAMEBUFFER,Ze);try{let rt=R.textures[We],_t=rt.format,St=rt.type;R.textures.length>1&&N.readBuffer(N.COLOR_ATTACHMENT0+We);let st=Fr(rt);if(st.__formatReadable===!1){xt("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(st.__typeReadable===!1){xt("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}q>=0&&q<=R.width-te&&ce>=0&&ce<=R.height-se&&N.readPixels(q,ce,te,se,
Ue.convert(_t),Ue.convert(St),He)}finally{let rt=he!==null?De.get(he).__webglFramebuffer:null;Re.bindFramebuffer(N.FRAMEBUFFER,rt)}}},this.readRenderTargetPixelsAsync=async function(R,q,ce,te,se,He,Xe,We=0){if(!(R&&R.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Ze=De.get(R).__webglFramebuffer;if(R.isWebGLCubeRenderTarget&&Xe!==void 0&&(Ze=Ze[Xe],Array.isArray(Ze)&&(Ze=Ze[0])),Ze)if(q>=0&&q<=R.width-te&&ce>=0&&
ce<=R.height-se){Re.bindFramebuffer(N.FRAMEBUFFER,Ze);let rt=R.textures[We],_t=rt.format,St=rt.type;R.textures.length>1&&N.readBuffer(N.COLOR_ATTACHMENT0+We);let st=Fr(rt);if(st.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(st.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let wt=N.
createBuffer();N.bindBuffer(N.PIXEL_PACK_BUFFER,wt),N.bufferData(N.PIXEL_PACK_BUFFER,He.byteLength,N.STREAM_READ),N.readPixels(q,ce,te,se,Ue.convert(_t),Ue.convert(St),0),N.bindBuffer(N.PIXEL_PACK_BUFFER,null);let tn=he!==null?De.get(he).__webglFramebuffer:null;Re.bindFramebuffer(N.FRAMEBUFFER,tn);let zt=N.fenceSync(N.SYNC_GPU_COMMANDS_COMPLETE,0);return N.flush(),await b0(N,zt,4),N.bindBuffer(N.PIXEL_PACK_BUFFER,wt),N.getBufferSubData(N.PIXEL_PACK_BUFFER,0,He),N.bindBuffer(N.PIXEL_PACK_BUFFER,null),
N.deleteBuffer(wt),N.deleteSync(zt),He}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(R,q=null,ce=0){let te=Math.pow(2,-ce),se=Math.floor(R.image.width*te),He=Math.floor(R.image.height*te),Xe=q!==null?q.x:0,We=q!==null?q.y:0;$e.setTexture2D(R,0),N.copyTexSubImage2D(N.TEXTURE_2D,ce,0,0,Xe,We,se,He),Re.unbindTexture()},this.copyTextureToTexture=function(R,q,ce=null,te=null,se=0,He=0){let Xe,We,
Ze,rt,_t,St,st,wt,tn,zt=R.isCompressedTexture?R.mipmaps[He]:R.image;if(ce!==null)Xe=ce.max.x-ce.min.x,We=ce.max.y-ce.min.y,Ze=ce.isBox3?ce.max.z-ce.min.z:1,rt=ce.min.x,_t=ce.min.y,St=ce.isBox3?ce.min.z:0;else{let bt=Math.pow(2,-se);Xe=Math.floor(zt.width*bt),We=Math.floor(zt.height*bt),R.isDataArrayTexture?Ze=zt.depth:R.isData3DTexture?Ze=Math.floor(zt.depth*bt):Ze=1,rt=0,_t=0,St=0}te!==null?(st=te.x,wt=te.y,tn=te.z):(st=0,wt=0,tn=0);let Vt=Ue.convert(q.format),bn=Ue.convert(q.type),tt;q.isData3DTexture?
($e.setTexture3D(q,0),tt=N.TEXTURE_3D):q.isDataArrayTexture||q.isCompressedArrayTexture?($e.setTexture2DArray(q,0),tt=N.TEXTURE_2D_ARRAY):($e.setTexture2D(q,0),tt=N.TEXTURE_2D),Re.activeTexture(N.TEXTURE0),Re.pixelStorei(N.UNPACK_FLIP_Y_WEBGL,q.flipY),Re.pixelStorei(N.UNPACK_PREMULTIPLY_ALPHA_WEBGL,q.premultiplyAlpha),Re.pixelStorei(N.UNPACK_ALIGNMENT,q.unpackAlignment);let dn=Re.getParameter(N.UNPACK_ROW_LENGTH),Rt=Re.getParameter(N.UNPACK_IMAGE_HEIGHT),as=Re.getParameter(N.UNPACK_SKIP_PIXELS),
pn=Re.getParameter(N.UNPACK_SKIP_ROWS),Or=Re.getParameter(N.UNPACK_SKIP_IMAGES);Re.pixelStorei(N.UNPACK_ROW_LENGTH,zt.width),Re.pixelStorei(N.UNPACK_IMAGE_HEIGHT,zt.height),Re.pixelStorei(N.UNPACK_SKIP_PIXELS,rt),Re.pixelStorei(N.UNPACK_SKIP_ROWS,_t),Re.pixelStorei(N.UNPACK_SKIP_IMAGES,St);let Gi=R.isDataArrayTexture||R.isData3DTexture,ls=q.isDataArrayTexture||q.isData3DTexture;if(R.isDepthTexture){let bt=De.get(R),on=De.get(q),Wn=De.get(bt.__renderTarget),Gt=De.get(on.__renderTarget);Re.bindFramebuffer(
N.READ_FRAMEBUFFER,Wn.__webglFramebuffer),Re.bindFramebuffer(N.DRAW_FRAMEBUFFER,Gt.__webglFramebuffer);for(let mn=0;mn<Ze;mn++)Gi&&(N.framebufferTextureLayer(N.READ_FRAMEBUFFER,N.COLOR_ATTACHMENT0,De.get(R).__webglTexture,se,St+mn),N.framebufferTextureLayer(N.DRAW_FRAMEBUFFER,N.COLOR_ATTACHMENT0,De.get(q).__webglTexture,He,tn+mn)),N.blitFramebuffer(rt,_t,rt+Xe,_t+We,st,wt,st+Xe,wt+We,N.DEPTH_BUFFER_BIT,N.NEAREST);Re.bindFramebuffer(N.READ_FRAMEBUFFER,null),Re.bindFramebuffer(N.DRAW_FRAMEBUFFER,null)}else if(se!==
0||R.isRenderTargetTexture||De.has(R)){let bt=De.get(R),on=De.get(q);Re.bindFramebuffer(N.READ_FRAMEBUFFER,L),Re.bindFramebuffer(N.DRAW_FRAMEBUFFER,B);for(let Wn=0;Wn<Ze;Wn++)Gi?N.framebufferTextureLayer(N.READ_FRAMEBUFFER,N.COLOR_ATTACHMENT0,bt.__webglTexture,se,St+Wn):N.framebufferTexture2D(N.READ_FRAMEBUFFER,N.COLOR_ATTACHMENT0,N.TEXTURE_2D,bt.__webglTexture,se),ls?N.framebufferTextureLayer(N.DRAW_FRAMEBUFFER,N.COLOR_ATTACHMENT0,on.__webglTexture,He,tn+Wn):N.framebufferTexture2D(N.DRAW_FRAMEBUFFER,
N.COLOR_ATTACHMENT0,N.TEXTURE_2D,on.__webglTexture,He),se!==0?N.blitFramebuffer(rt,_t,rt+Xe,_t+We,st,wt,st+Xe,wt+We,N.COLOR_BUFFER_BIT,N.NEAREST):ls?N.copyTexSubImage3D(tt,He,st,wt,tn+Wn,rt,_t,Xe,We):N.copyTexSubImage2D(tt,He,st,wt,rt,_t,Xe,We);Re.bindFramebuffer(N.READ_FRAMEBUFFER,null),Re.bindFramebuffer(N.DRAW_FRAMEBUFFER,null)}else ls?R.isDataTexture||R.isData3DTexture?N.texSubImage3D(tt,He,st,wt,tn,Xe,We,Ze,Vt,bn,zt.data):q.isCompressedArrayTexture?N.compressedTexSubImage3D(tt,He,st,wt,tn,Xe,
We,Ze,Vt,zt.data):N.texSubImage3D(tt,He,st,wt,tn,Xe,We,Ze,Vt,bn,zt):R.isDataTexture?N.texSubImage2D(N.TEXTURE_2D,He,st,wt,Xe,We,Vt,bn,zt.data):R.isCompressedTexture?N.compressedTexSubImage2D(N.TEXTURE_2D,He,st,wt,zt.width,zt.height,Vt,zt.data):N.texSubImage2D(N.TEXTURE_2D,He,st,wt,Xe,We,Vt,bn,zt);Re.pixelStorei(N.UNPACK_ROW_LENGTH,dn),Re.pixelStorei(N.UNPACK_IMAGE_HEIGHT,Rt),Re.pixelStorei(N.UNPACK_SKIP_PIXELS,as),Re.pixelStorei(N.UNPACK_SKIP_ROWS,pn),Re.pixelStorei(N.UNPACK_SKIP_IMAGES,Or),He===
0&&q.generateMipmaps===!0&&q.mipmapsAutoUpdate===!0&&N.generateMipmap(tt),Re.unbindTexture()},this.initRenderTarget=function(R){De.get(R).__webglFramebuffer===void 0&&$e.setupRenderTarget(R)},this.initTexture=function(R){R.isCubeTexture?$e.setTextureCube(R,0):R.isData3DTexture?$e.setTexture3D(R,0):R.isDataArrayTexture||R.isCompressedArrayTexture?$e.setTexture2DArray(R,0):$e.setTexture2D(R,0),Re.unbindTexture()},this.resetState=function(){W=0,V=0,he=null,Re.reset(),ke.reset()},typeof __THREE_DEVTOOLS__<
"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return Si}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(e){this._outputColorSpace=e;let t=this.getContext();t.drawingBufferColorSpace=Pt._getDrawingBufferColorSpace(e),t.unpackColorSpace=Pt._getUnpackColorSpace()}};var hx={POSITION:["byte","byte normalized","unsigned byte","unsigned byte normalized","short","short normalized","unsigned short","unsigned short normalized"],NORMAL:["byte normalized","short normalized"],TANGENT:["byte normalized","short normalized"],TEXCOORD:["byte","byte normalized","unsigned byte","short","short normalized","unsigned short"]},nr=class{constructor(){this.textureUtils=null,this.pluginCallbacks=[],this.register(function(e){return new Dd(e)}),this.register(function(e){return new Nd(
e)}),this.register(function(e){return new Bd(e)}),this.register(function(e){return new kd(e)}),this.register(function(e){return new zd(e)}),this.register(function(e){return new Vd(e)}),this.register(function(e){return new Ud(e)}),this.register(function(e){return new Fd(e)}),this.register(function(e){return new Od(e)}),this.register(function(e){return new Gd(e)}),this.register(function(e){return new Hd(e)}),this.register(function(e){return new Wd(e)}),this.register(function(e){return new Xd(e)}),
this.register(function(e){return new qd(e)})}register(e){return this.pluginCallbacks.indexOf(e)===-1&&this.pluginCallbacks.push(e),this}unregister(e){return this.pluginCallbacks.indexOf(e)!==-1&&this.pluginCallbacks.splice(this.pluginCallbacks.indexOf(e),1),this}setTextureUtils(e){return this.textureUtils=e,this}parse(e,t,n,s){let r=new Ld,o=[];for(let a=0,l=this.pluginCallbacks.length;a<l;a++)o.push(this.pluginCallbacks[a](r));r.setPlugins(o),r.setTextureUtils(this.textureUtils),r.writeAsync(e,
t,s).catch(n)}parseAsync(e,t){let n=this;return new Promise(function(s,r){n.parse(e,s,r,t)})}},Et={POINTS:0,LINES:1,LINE_LOOP:2,LINE_STRIP:3,TRIANGLES:4,TRIANGLE_STRIP:5,TRIANGLE_FAN:6,BYTE:5120,UNSIGNED_BYTE:5121,SHORT:5122,UNSIGNED_SHORT:5123,INT:5124,UNSIGNED_INT:5125,FLOAT:5126,ARRAY_BUFFER:34962,ELEMENT_ARRAY_BUFFER:34963,NEAREST:9728,LINEAR:9729,NEAREST_MIPMAP_NEAREST:9984,LINEAR_MIPMAP_NEAREST:9985,NEAREST_MIPMAP_LINEAR:9986,LINEAR_MIPMAP_LINEAR:9987,CLAMP_TO_EDGE:33071,MIRRORED_REPEAT:33648,
REPEAT:10497},Cd="KHR_mesh_quantization",mi={};mi[yn]=Et.NEAREST;mi[tu]=Et.NEAREST_MIPMAP_NEAREST;mi[Pr]=Et.NEAREST_MIPMAP_LINEAR;mi[On]=Et.LINEAR;mi[Vo]=Et.LINEAR_MIPMAP_NEAREST;mi[Ui]=Et.LINEAR_MIPMAP_LINEAR;mi[Mi]=Et.CLAMP_TO_EDGE;mi[yo]=Et.REPEAT;mi[vo]=Et.MIRRORED_REPEAT;var fx={scale:"scale",position:"translation",quaternion:"rotation",morphTargetInfluences:"weights"},_1=new ut,dx=12,y1=1179937895,v1=2,px=8,b1=1313821514,M1=5130562;function Rs(i,e){return i.length===e.length&&i.every(function(t,n){
return t===e[n]})}function S1(i){return new TextEncoder().encode(i).buffer}function w1(i){return Rs(i.elements,[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1])}function T1(i,e,t){let n={min:new Array(i.itemSize).fill(Number.POSITIVE_INFINITY),max:new Array(i.itemSize).fill(Number.NEGATIVE_INFINITY)};for(let s=e;s<e+t;s++)for(let r=0;r<i.itemSize;r++){let o;i.itemSize>4?o=i.array[s*i.itemSize+r]:(r===0?o=i.getX(s):r===1?o=i.getY(s):r===2?o=i.getZ(s):r===3&&(o=i.getW(s)),i.normalized===!0&&(o=Ho.normalize(o,i.array))),
n.min[r]=Math.min(n.min[r],o),n.max[r]=Math.max(n.max[r],o)}return n}function mx(i){return Math.ceil(i/4)*4}function Pd(i,e=0){let t=mx(i.byteLength);if(t!==i.byteLength){let n=new Uint8Array(t);if(n.set(new Uint8Array(i)),e!==0)for(let s=i.byteLength;s<t;s++)n[s]=e;return n.buffer}return i}function Id(){return typeof document>"u"&&typeof OffscreenCanvas<"u"?new OffscreenCanvas(1,1):document.createElement("canvas")}function A1(i,e){if(typeof OffscreenCanvas<"u"&&i instanceof OffscreenCanvas){let t;
return e==="image/jpeg"?t=.92:e==="image/webp"&&(t=.8),i.convertToBlob({type:e,quality:t})}else return new Promise(t=>i.toBlob(t,e))}var Ld=class{constructor(){this.plugins=[],this.options={},this.pending=[],this.buffers=[],this.byteOffset=0,this.buffers=[],this.nodeMap=new Map,this.skins=[],this.extensionsUsed={},this.extensionsRequired={},this.uids=new Map,this.uid=0,this.json={asset:{version:"2.0",generator:"THREE.GLTFExporter r187"}},this.cache={meshes:new Map,attributes:new Map,attributesNormalized:new Map,
materials:new Map,textures:new Map,images:new Map,normalMaps:new Map},this.textureUtils=null}setPlugins(e){this.plugins=e}setTextureUtils(e){this.textureUtils=e}async writeAsync(e,t,n={}){this.options=Object.assign({binary:!1,trs:!1,onlyVisible:!0,maxTextureSize:1/0,animations:[],includeCustomExtensions:!1,copyright:null},n),this.options.animations.length>0&&(this.options.trs=!0),await this.processInputAsync(e),await Promise.all(this.pending);let s=this,r=s.buffers,o=s.json;n=s.options;let a=s.extensionsUsed,
l=s.extensionsRequired,c=new Blob(r,{type:"application/octet-stream"}),u=Object.keys(a),h=Object.keys(l);if(u.length>0&&(o.extensionsUsed=u),h.length>0&&(o.extensionsRequired=h),o.buffers&&o.buffers.length>0&&(o.buffers[0].byteLength=c.size),n.copyright&&(o.asset.copyright=n.copyright),n.binary===!0){let f=new FileReader;f.readAsArrayBuffer(c),f.onloadend=function(){let d=Pd(f.result),p=new DataView(new ArrayBuffer(px));p.setUint32(0,d.byteLength,!0),p.setUint32(4,M1,!0);let y=Pd(S1(JSON.stringify(
o)),32),g=new DataView(new ArrayBuffer(px));g.setUint32(0,y.byteLength,!0),g.setUint32(4,b1,!0);let m=new ArrayBuffer(dx),v=new DataView(m);v.setUint32(0,y1,!0),v.setUint32(4,v1,!0);let b=dx+g.byteLength+y.byteLength+p.byteLength+d.byteLength;v.setUint32(8,b,!0);let x=new Blob([m,g,y,p,d],{type:"application/octet-stream"}),T=new FileReader;T.readAsArrayBuffer(x),T.onloadend=function(){t(T.result)}}}else if(o.buffers&&o.buffers.length>0){let f=new FileReader;f.readAsDataURL(c),f.onloadend=function(){
let d=f.result;o.buffers[0].uri=d,t(o)}}else t(o)}serializeUserData(e,t){if(Object.keys(e.userData).length===0)return;let n=this.options,s=this.extensionsUsed;try{let r=JSON.parse(JSON.stringify(e.userData));if(n.includeCustomExtensions&&r.gltfExtensions){t.extensions===void 0&&(t.extensions={});for(let o in r.gltfExtensions)t.extensions[o]=r.gltfExtensions[o],s[o]=!0;delete r.gltfExtensions}Object.keys(r).length>0&&(t.extras=r)}catch(r){console.warn("THREE.GLTFExporter: userData of '"+e.name+"'\
 won't be serialized because of JSON.stringify error - "+r.message)}}getUID(e,t=!1){if(this.uids.has(e)===!1){let s=new Map;s.set(!0,this.uid++),s.set(!1,this.uid++),this.uids.set(e,s)}return this.uids.get(e).get(t)}isNormalizedNormalAttribute(e){if(this.cache.attributesNormalized.has(e))return!1;let n=new G;for(let s=0,r=e.count;s<r;s++)if(Math.abs(n.fromBufferAttribute(e,s).length()-1)>5e-4)return!1;return!0}createNormalizedNormalAttribute(e){let t=this.cache;if(t.attributesNormalized.has(e))return t.
attributesNormalized.get(e);let n=e.clone(),s=new G;for(let r=0,o=n.count;r<o;r++)s.fromBufferAttribute(n,r),s.x===0&&s.y===0&&s.z===0?s.setX(1):s.normalize(),n.setXYZ(r,s.x,s.y,s.z);return t.attributesNormalized.set(e,n),n}applyTextureTransform(e,t){let n=!1,s={};(t.offset.x!==0||t.offset.y!==0)&&(s.offset=t.offset.toArray(),n=!0),t.rotation!==0&&(s.rotation=t.rotation,n=!0),(t.repeat.x!==1||t.repeat.y!==1)&&(s.scale=t.repeat.toArray(),n=!0),n&&(e.extensions=e.extensions||{},e.extensions.KHR_texture_transform=
s,this.extensionsUsed.KHR_texture_transform=!0)}async buildMetalRoughTextureAsync(e,t){if(e===t)return e;function n(d){return d.colorSpace===Fn?function(y){return y<.04045?y*.0773993808:Math.pow(y*.9478672986+.0521327014,2.4)}:function(y){return y}}e instanceof $s&&(e=await this.decompressTextureAsync(e)),t instanceof $s&&(t=await this.decompressTextureAsync(t));let s=e?e.image:null,r=t?t.image:null,o=Math.max(s?s.width:0,r?r.width:0),a=Math.max(s?s.height:0,r?r.height:0),l=Id();l.width=o,l.height=
a;let c=l.getContext("2d",{willReadFrequently:!0});c.fillStyle="#00ffff",c.fillRect(0,0,o,a);let u=c.getImageData(0,0,o,a);if(s){c.drawImage(s,0,0,o,a);let d=n(e),p=c.getImageData(0,0,o,a).data;for(let y=2;y<p.length;y+=4)u.data[y]=d(p[y]/256)*256}if(r){c.drawImage(r,0,0,o,a);let d=n(t),p=c.getImageData(0,0,o,a).data;for(let y=1;y<p.length;y+=4)u.data[y]=d(p[y]/256)*256}c.putImageData(u,0,0);let f=(e||t).clone();return f.source=new Ms(l),f.colorSpace=ki,f.channel=(e||t).channel,e&&t&&e.channel!==
t.channel&&console.warn("THREE.GLTFExporter: UV channels for metalnessMap and roughnessMap textures must match."),console.warn("THREE.GLTFExporter: Merged metalnessMap and roughnessMap textures."),f}async buildNormalMapTextureAsync(e,t,n){e instanceof $s&&(e=await this.decompressTextureAsync(e));let s=e.image,r=Id();r.width=s.width,r.height=s.height;let o=r.getContext("2d",{willReadFrequently:!0});o.drawImage(s,0,0,r.width,r.height);let a=o.getImageData(0,0,r.width,r.height),l=a.data;for(let u=0;u<
l.length;u+=4)t&&(l[u+0]=255-l[u+0]),n&&(l[u+1]=255-l[u+1]);o.putImageData(a,0,0);let c=e.clone();return c.source=new Ms(r),c}async decompressTextureAsync(e,t=1/0){if(this.textureUtils===null)throw new Error("THREE.GLTFExporter: setTextureUtils() must be called to process compressed textures.");return await this.textureUtils.decompress(e,t)}processBuffer(e){let t=this.json,n=this.buffers;return t.buffers||(t.buffers=[{byteLength:0}]),n.push(e),0}processBufferView(e,t,n,s,r){let o=this.json;o.bufferViews||
(o.bufferViews=[]);let a;switch(t){case Et.BYTE:case Et.UNSIGNED_BYTE:a=1;break;case Et.SHORT:case Et.UNSIGNED_SHORT:a=2;break;default:a=4}let l=e.itemSize*a;r===Et.ARRAY_BUFFER&&(l=Math.ceil(l/4)*4);let c=mx(s*l),u=new DataView(new ArrayBuffer(c)),h=0;for(let p=n;p<n+s;p++){for(let y=0;y<e.itemSize;y++){let g;e.itemSize>4?g=e.array[p*e.itemSize+y]:(y===0?g=e.getX(p):y===1?g=e.getY(p):y===2?g=e.getZ(p):y===3&&(g=e.getW(p)),e.normalized===!0&&(g=Ho.normalize(g,e.array))),t===Et.FLOAT?u.setFloat32(
h,g,!0):t===Et.INT?u.setInt32(h,g,!0):t===Et.UNSIGNED_INT?u.setUint32(h,g,!0):t===Et.SHORT?u.setInt16(h,g,!0):t===Et.UNSIGNED_SHORT?u.setUint16(h,g,!0):t===Et.BYTE?u.setInt8(h,g):t===Et.UNSIGNED_BYTE&&u.setUint8(h,g),h+=a}h%l!==0&&(h+=l-h%l)}let f={buffer:this.processBuffer(u.buffer),byteOffset:this.byteOffset,byteLength:c};return r!==void 0&&(f.target=r),r===Et.ARRAY_BUFFER&&(f.byteStride=l),this.byteOffset+=c,o.bufferViews.push(f),{id:o.bufferViews.length-1,byteLength:0}}processBufferViewImage(e){
let t=this,n=t.json;return n.bufferViews||(n.bufferViews=[]),new Promise(function(s){let r=new FileReader;r.readAsArrayBuffer(e),r.onloadend=function(){let o=Pd(r.result),a={buffer:t.processBuffer(o),byteOffset:t.byteOffset,byteLength:o.byteLength};t.byteOffset+=o.byteLength,s(n.bufferViews.push(a)-1)}})}processAccessor(e,t,n,s){let r=this.json,o={1:"SCALAR",2:"VEC2",3:"VEC3",4:"VEC4",9:"MAT3",16:"MAT4"},a;if(e.array.constructor===Float32Array)a=Et.FLOAT;else if(e.array.constructor===Int32Array)
a=Et.INT;else if(e.array.constructor===Uint32Array)a=Et.UNSIGNED_INT;else if(e.array.constructor===Int16Array)a=Et.SHORT;else if(e.array.constructor===Uint16Array)a=Et.UNSIGNED_SHORT;else if(e.array.constructor===Int8Array)a=Et.BYTE;else if(e.array.constructor===Uint8Array)a=Et.UNSIGNED_BYTE;else throw new Error("THREE.GLTFExporter: Unsupported bufferAttribute component type: "+e.array.constructor.name);if(n===void 0&&(n=0),(s===void 0||s===1/0)&&(s=e.count),s===0)return null;let l=T1(e,n,s),c;t!==
void 0&&(c=e===t.index?Et.ELEMENT_ARRAY_BUFFER:Et.ARRAY_BUFFER);let u=this.processBufferView(e,a,n,s,c),h={bufferView:u.id,byteOffset:u.byteOffset,componentType:a,count:s,max:l.max,min:l.min,type:o[e.itemSize]};return e.normalized===!0&&(h.normalized=!0),r.accessors||(r.accessors=[]),r.accessors.push(h)-1}processImage(e,t,n,s="image/png"){if(e!==null){let r=this,o=r.cache,a=r.json,l=r.options,c=r.pending;o.images.has(e)||o.images.set(e,{});let u=o.images.get(e),h=s+":flipY/"+n.toString();if(u[h]!==
void 0)return u[h];a.images||(a.images=[]);let f={mimeType:s},d=Id();d.width=Math.min(e.width,l.maxTextureSize),d.height=Math.min(e.height,l.maxTextureSize);let p=d.getContext("2d",{willReadFrequently:!0});if(n===!0&&(p.translate(0,d.height),p.scale(1,-1)),e.data!==void 0){t!==pi&&console.error("GLTFExporter: Only RGBAFormat is supported.",t),(e.width>l.maxTextureSize||e.height>l.maxTextureSize)&&console.warn("GLTFExporter: Image size is bigger than maxTextureSize",e);let g=new Uint8ClampedArray(
e.height*e.width*4);for(let m=0;m<g.length;m+=4)g[m+0]=e.data[m+0],g[m+1]=e.data[m+1],g[m+2]=e.data[m+2],g[m+3]=e.data[m+3];p.putImageData(new ImageData(g,e.width,e.height),0,0)}else if(typeof HTMLImageElement<"u"&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&e instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&e instanceof ImageBitmap||typeof OffscreenCanvas<"u"&&e instanceof OffscreenCanvas)p.drawImage(e,0,0,d.width,d.height);else throw new Error("THREE.GLTFExporter: Invalid\
 image type. Use HTMLImageElement, HTMLCanvasElement, ImageBitmap or OffscreenCanvas.");l.binary===!0?c.push(A1(d,s).then(g=>r.processBufferViewImage(g)).then(g=>{f.bufferView=g})):f.uri=To.getDataURL(d,s);let y=a.images.push(f)-1;return u[h]=y,y}else throw new Error("THREE.GLTFExporter: No valid image data found. Unable to process texture.")}processSampler(e){let t=this.json;t.samplers||(t.samplers=[]);let n={magFilter:mi[e.magFilter],minFilter:mi[e.minFilter],wrapS:mi[e.wrapS],wrapT:mi[e.wrapT]};
return t.samplers.push(n)-1}async processTextureAsync(e){let n=this.options,s=this.cache,r=this.json;if(s.textures.has(e))return s.textures.get(e);r.textures||(r.textures=[]),e instanceof $s&&(e=await this.decompressTextureAsync(e,n.maxTextureSize));let o=e.userData.mimeType,a=this.processImage(e.image,e.format,e.flipY,o),l={sampler:this.processSampler(e)};o==="image/webp"?(l.extensions=l.extensions||{},l.extensions.EXT_texture_webp={source:a},this.extensionsUsed.EXT_texture_webp=!0,this.extensionsRequired.
EXT_texture_webp=!0):l.source=a,e.name&&(l.name=e.name),await this._invokeAllAsync(async function(u){u.writeTexture&&await u.writeTexture(e,l)});let c=r.textures.push(l)-1;return s.textures.set(e,c),c}async processMaterialAsync(e,t){let n=this.cache,s=this.json,r=t!==void 0&&t.hasAttribute("tangent"),o=e.normalMap?e.uuid+":"+r:e.uuid;if(n.materials.has(o))return n.materials.get(o);if(e.isShaderMaterial)return console.warn("GLTFExporter: THREE.ShaderMaterial not supported."),null;s.materials||(s.
materials=[]);let a={pbrMetallicRoughness:{}};e.isMeshStandardMaterial!==!0&&e.isMeshBasicMaterial!==!0&&console.warn("GLTFExporter: Use MeshStandardMaterial or MeshBasicMaterial for best results.");let l=e.color.toArray().concat([e.opacity]);if(Rs(l,[1,1,1,1])||(a.pbrMetallicRoughness.baseColorFactor=l),e.isMeshStandardMaterial?(a.pbrMetallicRoughness.metallicFactor=e.metalness,a.pbrMetallicRoughness.roughnessFactor=e.roughness):(a.pbrMetallicRoughness.metallicFactor=0,a.pbrMetallicRoughness.roughnessFactor=
1),e.metalnessMap||e.roughnessMap){let u=await this.buildMetalRoughTextureAsync(e.metalnessMap,e.roughnessMap),h={index:await this.processTextureAsync(u),texCoord:u.channel};this.applyTextureTransform(h,u),a.pbrMetallicRoughness.metallicRoughnessTexture=h}if(e.map){let u={index:await this.processTextureAsync(e.map),texCoord:e.map.channel};this.applyTextureTransform(u,e.map),a.pbrMetallicRoughness.baseColorTexture=u}if(e.emissive){let u=e.emissive;if(Math.max(u.r,u.g,u.b)>0&&(a.emissiveFactor=e.emissive.
toArray()),e.emissiveMap){let f={index:await this.processTextureAsync(e.emissiveMap),texCoord:e.emissiveMap.channel};this.applyTextureTransform(f,e.emissiveMap),a.emissiveTexture=f}}if(e.normalMap){let u=e.normalScale,h=u.x<0,f=r?u.y<0:u.y>0,d=e.normalMap;if(h||f){n.normalMaps.has(e.normalMap)===!1&&n.normalMaps.set(e.normalMap,{});let y=n.normalMaps.get(e.normalMap),g=`${h}:${f}`;y[g]===void 0&&(y[g]=await this.buildNormalMapTextureAsync(e.normalMap,h,f)),d=y[g]}let p={index:await this.processTextureAsync(
d),texCoord:e.normalMap.channel};Math.abs(u.x)!==1&&(p.scale=Math.abs(u.x)),this.applyTextureTransform(p,e.normalMap),a.normalTexture=p}if(e.aoMap){let u={index:await this.processTextureAsync(e.aoMap),texCoord:e.aoMap.channel};e.aoMapIntensity!==1&&(u.strength=e.aoMapIntensity),this.applyTextureTransform(u,e.aoMap),a.occlusionTexture=u}e.transparent?a.alphaMode="BLEND":e.alphaTest>0&&(a.alphaMode="MASK",a.alphaCutoff=e.alphaTest),e.side===ei&&(a.doubleSided=!0),e.name!==""&&(a.name=e.name),this.
serializeUserData(e,a),await this._invokeAllAsync(async function(u){u.writeMaterialAsync&&await u.writeMaterialAsync(e,a)});let c=s.materials.push(a)-1;return n.materials.set(o,c),c}async processMeshAsync(e){let t=this.cache,n=this.json,s=[e.geometry.uuid];if(Array.isArray(e.material))for(let x=0,T=e.material.length;x<T;x++)s.push(e.material[x].uuid);else s.push(e.material.uuid);let r=s.join(":");if(t.meshes.has(r))return t.meshes.get(r);let o=e.geometry,a;e.isLineSegments?a=Et.LINES:e.isLineLoop?
a=Et.LINE_LOOP:e.isLine?a=Et.LINE_STRIP:e.isPoints?a=Et.POINTS:a=e.material.wireframe?Et.LINES:Et.TRIANGLES;let l={},c={},u=[],h=[],f={uv:"TEXCOORD_0",uv1:"TEXCOORD_1",uv2:"TEXCOORD_2",uv3:"TEXCOORD_3",color:"COLOR_0",skinWeight:"WEIGHTS_0",skinIndex:"JOINTS_0"},d=o.getAttribute("normal");d!==void 0&&!this.isNormalizedNormalAttribute(d)&&(console.warn("THREE.GLTFExporter: Creating normalized normal attribute from the non-normalized one."),o.setAttribute("normal",this.createNormalizedNormalAttribute(
d)));let p=null;for(let x in o.attributes){if(x.slice(0,5)==="morph")continue;let T=o.attributes[x];if(x=f[x]||x.toUpperCase(),!/^(POSITION|NORMAL|TANGENT|TEXCOORD_\d+|COLOR_\d+|JOINTS_\d+|WEIGHTS_\d+)$/.test(x)&&!x.startsWith("_")&&(x="_"+x),t.attributes.has(this.getUID(T))){c[x]=t.attributes.get(this.getUID(T));continue}p=null;let _=T.array;x==="JOINTS_0"&&!(_ instanceof Uint16Array)&&!(_ instanceof Uint8Array)?(console.warn('GLTFExporter: Attribute "skinIndex" converted to type UNSIGNED_SHORT\
.'),p=nr.Utils.toTypedBufferAttribute(T,Uint16Array)):(_ instanceof Uint32Array||_ instanceof Int32Array)&&!x.startsWith("_")&&(console.warn(`GLTFExporter: Attribute "${x}" converted to type FLOAT.`),p=nr.Utils.toTypedBufferAttribute(T,Float32Array));let w=this.processAccessor(p||T,o);w!==null&&(x.startsWith("_")||this.detectMeshQuantization(x,T),c[x]=w,t.attributes.set(this.getUID(T),w))}if(d!==void 0&&o.setAttribute("normal",d),Object.keys(c).length===0)return null;if(e.morphTargetInfluences!==
void 0&&e.morphTargetInfluences.length>0){let x=[],T=[],A={};if(e.morphTargetDictionary!==void 0)for(let _ in e.morphTargetDictionary)A[e.morphTargetDictionary[_]]=_;for(let _=0;_<e.morphTargetInfluences.length;++_){let w={},D=!1;for(let P in o.morphAttributes){if(P!=="position"&&P!=="normal"){D||(console.warn("GLTFExporter: Only POSITION and NORMAL morph are supported."),D=!0);continue}let I=o.morphAttributes[P][_],F=P.toUpperCase(),k=o.attributes[P];if(t.attributes.has(this.getUID(I,!0))){w[F]=
t.attributes.get(this.getUID(I,!0));continue}let L=I.clone();if(!o.morphTargetsRelative)for(let B=0,W=I.count;B<W;B++)for(let V=0;V<I.itemSize;V++)V===0&&L.setX(B,I.getX(B)-k.getX(B)),V===1&&L.setY(B,I.getY(B)-k.getY(B)),V===2&&L.setZ(B,I.getZ(B)-k.getZ(B)),V===3&&L.setW(B,I.getW(B)-k.getW(B));w[F]=this.processAccessor(L,o),t.attributes.set(this.getUID(k,!0),w[F])}h.push(w),x.push(e.morphTargetInfluences[_]),e.morphTargetDictionary!==void 0&&T.push(A[_])}l.weights=x,T.length>0&&(l.extras={},l.extras.
targetNames=T)}let y=Array.isArray(e.material);if(y&&o.groups.length===0)return null;let g=!1;if(y&&o.index===null){let x=[];for(let T=0,A=o.attributes.position.count;T<A;T++)x[T]=T;o.setIndex(x),g=!0}let m=y?e.material:[e.material],v=y?o.groups:[{materialIndex:0,start:void 0,count:void 0}];for(let x=0,T=v.length;x<T;x++){let A={mode:a,attributes:c};if(this.serializeUserData(o,A),h.length>0&&(A.targets=h),o.index!==null){let w=this.getUID(o.index);(v[x].start!==void 0||v[x].count!==void 0)&&(w+=
":"+v[x].start+":"+v[x].count),t.attributes.has(w)?A.indices=t.attributes.get(w):(A.indices=this.processAccessor(o.index,o,v[x].start,v[x].count),t.attributes.set(w,A.indices)),A.indices===null&&delete A.indices}let _=await this.processMaterialAsync(m[v[x].materialIndex],o);_!==null&&(A.material=_),u.push(A)}g===!0&&o.setIndex(null),l.primitives=u,n.meshes||(n.meshes=[]),await this._invokeAllAsync(function(x){x.writeMesh&&x.writeMesh(e,l)});let b=n.meshes.push(l)-1;return t.meshes.set(r,b),b}detectMeshQuantization(e,t){
if(this.extensionsUsed[Cd])return;let n;switch(t.array.constructor){case Int8Array:n="byte";break;case Uint8Array:n="unsigned byte";break;case Int16Array:n="short";break;case Uint16Array:n="unsigned short";break;default:return}t.normalized&&(n+=" normalized");let s=e.split("_",1)[0];hx[s]&&hx[s].includes(n)&&(this.extensionsUsed[Cd]=!0,this.extensionsRequired[Cd]=!0)}processCamera(e){let t=this.json;t.cameras||(t.cameras=[]);let n=e.isOrthographicCamera,s={type:n?"orthographic":"perspective"};return n?
s.orthographic={xmag:e.right,ymag:e.top,zfar:e.far<=0?.001:e.far,znear:e.near<0?0:e.near}:s.perspective={aspectRatio:e.aspect,yfov:Ho.degToRad(e.fov),zfar:e.far<=0?.001:e.far,znear:e.near<0?0:e.near},e.name!==""&&(s.name=e.type),t.cameras.push(s)-1}processAnimation(e,t){let n=this.json,s=this.nodeMap;n.animations||(n.animations=[]),e=nr.Utils.mergeMorphTargetTracks(e.clone(),t);let r=e.tracks,o=[],a=[];for(let c=0;c<r.length;++c){let u=r[c],h=Bt.parseTrackName(u.name),f=Bt.findNode(t,h.nodeName),
d=fx[h.propertyName];if(h.objectName==="bones"&&(f.isSkinnedMesh===!0?f=f.skeleton.getBoneByName(h.objectIndex):f=void 0),!f||!d){console.warn('THREE.GLTFExporter: Could not export animation track "%s".',u.name);continue}let p=1,y=u.values.length/u.times.length;d===fx.morphTargetInfluences&&(y/=f.morphTargetInfluences.length);let g;u.createInterpolant.isInterpolantFactoryMethodGLTFCubicSpline===!0?(g="CUBICSPLINE",y/=3):u.getInterpolation()===_r?g="STEP":g="LINEAR",a.push({input:this.processAccessor(
new Qt(u.times,p)),output:this.processAccessor(new Qt(u.values,y)),interpolation:g}),o.push({sampler:a.length-1,target:{node:s.get(f),path:d}})}let l={name:e.name||"clip_"+n.animations.length,samplers:a,channels:o};return this.serializeUserData(e,l),n.animations.push(l),n.animations.length-1}processSkin(e){let t=this.json,n=this.nodeMap,s=t.nodes[n.get(e)],r=e.skeleton;if(r===void 0)return null;let o=e.skeleton.bones[0];if(o===void 0)return null;let a=[],l=new Float32Array(r.bones.length*16),c=new vt;
for(let h=0;h<r.bones.length;++h)a.push(n.get(r.bones[h])),c.copy(r.boneInverses[h]),c.multiply(e.bindMatrix).toArray(l,h*16);return t.skins===void 0&&(t.skins=[]),t.skins.push({inverseBindMatrices:this.processAccessor(new Qt(l,16)),joints:a,skeleton:n.get(o)}),s.skin=t.skins.length-1}async processNodeAsync(e){let t=this.json,n=this.options,s=this.nodeMap;if(t.nodes||(t.nodes=[]),e.pivot!==null)return await this._processNodeWithPivotAsync(e);let r={};if(n.trs){let a=e.quaternion.toArray(),l=e.position.
toArray(),c=e.scale.toArray();Rs(a,[0,0,0,1])||(r.rotation=a),Rs(l,[0,0,0])||(r.translation=l),Rs(c,[1,1,1])||(r.scale=c)}else e.matrixAutoUpdate&&e.updateMatrix(),w1(e.matrix)===!1&&(r.matrix=e.matrix.elements);if(e.name!==""&&(r.name=String(e.name)),this.serializeUserData(e,r),e.isMesh||e.isLine||e.isPoints){let a=await this.processMeshAsync(e);a!==null&&(r.mesh=a)}else e.isCamera&&(r.camera=this.processCamera(e));e.isSkinnedMesh&&this.skins.push(e);let o=t.nodes.push(r)-1;if(s.set(e,o),e.children.
length>0){let a=[];for(let l=0,c=e.children.length;l<c;l++){let u=e.children[l];if(u.visible||n.onlyVisible===!1){let h=await this.processNodeAsync(u);h!==null&&a.push(h)}}a.length>0&&(r.children=a)}return await this._invokeAllAsync(function(a){a.writeNode&&a.writeNode(e,r)}),o}async _processNodeWithPivotAsync(e){let t=this.json,n=this.options,s=this.nodeMap,r=e.pivot,o={},a=e.quaternion.toArray(),l=[e.position.x+r.x,e.position.y+r.y,e.position.z+r.z],c=e.scale.toArray();Rs(a,[0,0,0,1])||(o.rotation=
a),Rs(l,[0,0,0])||(o.translation=l),Rs(c,[1,1,1])||(o.scale=c),o.extras={pivot:r.toArray()},e.name!==""&&(o.name=String(e.name)),this.serializeUserData(e,o);let u=t.nodes.push(o)-1;s.set(e,u);let h={},f=[-r.x,-r.y,-r.z];if(Rs(f,[0,0,0])||(h.translation=f),e.isMesh||e.isLine||e.isPoints){let y=await this.processMeshAsync(e);y!==null&&(h.mesh=y)}else e.isCamera&&(h.camera=this.processCamera(e));e.isSkinnedMesh&&this.skins.push(e);let p=[t.nodes.push(h)-1];if(e.children.length>0){let y=[];for(let g=0,
m=e.children.length;g<m;g++){let v=e.children[g];if(v.visible||n.onlyVisible===!1){let b=await this.processNodeAsync(v);b!==null&&y.push(b)}}y.length>0&&(h.children=y)}return o.children=p,await this._invokeAllAsync(function(y){y.writeNode&&y.writeNode(e,o)}),u}async processSceneAsync(e){let t=this.json,n=this.options;t.scenes||(t.scenes=[],t.scene=0);let s={};e.name!==""&&(s.name=e.name),t.scenes.push(s);let r=[];for(let o=0,a=e.children.length;o<a;o++){let l=e.children[o];if(l.visible||n.onlyVisible===
!1){let c=await this.processNodeAsync(l);c!==null&&r.push(c)}}r.length>0&&(s.nodes=r),this.serializeUserData(e,s)}async processObjectsAsync(e){let t=new Ys;t.name="AuxScene";for(let n=0;n<e.length;n++)t.children.push(e[n]);await this.processSceneAsync(t)}async processInputAsync(e){let t=this.options;e=e instanceof Array?e:[e],await this._invokeAllAsync(function(s){s.beforeParse&&s.beforeParse(e)});let n=[];for(let s=0;s<e.length;s++)e[s]instanceof Ys?await this.processSceneAsync(e[s]):n.push(e[s]);
n.length>0&&await this.processObjectsAsync(n);for(let s=0;s<this.skins.length;++s)this.processSkin(this.skins[s]);if(e.length===1)for(let s=0;s<t.animations.length;++s)this.processAnimation(t.animations[s],e[0]);else for(let s=0;s<e.length;s++){let r=t.animations[s]||[];for(let o=0;o<r.length;++o)this.processAnimation(r[o],e[s])}await this._invokeAllAsync(function(s){s.afterParse&&s.afterParse(e)})}async _invokeAllAsync(e){for(let t=0,n=this.plugins.length;t<n;t++)await e(this.plugins[t])}},Dd=class{constructor(e){
this.writer=e,this.name="KHR_lights_punctual"}writeNode(e,t){if(!e.isLight)return;if(!e.isDirectionalLight&&!e.isPointLight&&!e.isSpotLight){console.warn("THREE.GLTFExporter: Only directional, point, and spot lights are supported.",e);return}let n=this.writer,s=n.json,r=n.extensionsUsed,o={};e.name&&(o.name=e.name),o.color=e.color.toArray(),o.intensity=e.intensity,e.isDirectionalLight?o.type="directional":e.isPointLight?(o.type="point",e.distance>0&&(o.range=e.distance)):e.isSpotLight&&(o.type="\
spot",e.distance>0&&(o.range=e.distance),o.spot={},o.spot.innerConeAngle=(1-e.penumbra)*e.angle,o.spot.outerConeAngle=e.angle),e.decay!==void 0&&e.decay!==2&&console.warn("THREE.GLTFExporter: Light decay may be lost. glTF is physically-based, and expects light.decay=2."),e.target&&(e.target.parent!==e||e.target.position.x!==0||e.target.position.y!==0||e.target.position.z!==-1)&&console.warn("THREE.GLTFExporter: Light direction may be lost. For best results, make light.target a child of the light\
 with position 0,0,-1."),r[this.name]||(s.extensions=s.extensions||{},s.extensions[this.name]={lights:[]},r[this.name]=!0);let a=s.extensions[this.name].lights;a.push(o),t.extensions=t.extensions||{},t.extensions[this.name]={light:a.length-1}}},Nd=class{constructor(e){this.writer=e,this.name="KHR_materials_unlit"}async writeMaterialAsync(e,t){if(!e.isMeshBasicMaterial)return;let s=this.writer.extensionsUsed;t.extensions=t.extensions||{},t.extensions[this.name]={},s[this.name]=!0,t.pbrMetallicRoughness.
metallicFactor=0,t.pbrMetallicRoughness.roughnessFactor=.9}},Ud=class{constructor(e){this.writer=e,this.name="KHR_materials_clearcoat"}async writeMaterialAsync(e,t){if(!e.isMeshPhysicalMaterial||e.clearcoat===0)return;let n=this.writer,s=n.extensionsUsed,r={};if(r.clearcoatFactor=e.clearcoat,e.clearcoatMap){let o={index:await n.processTextureAsync(e.clearcoatMap),texCoord:e.clearcoatMap.channel};n.applyTextureTransform(o,e.clearcoatMap),r.clearcoatTexture=o}if(r.clearcoatRoughnessFactor=e.clearcoatRoughness,
e.clearcoatRoughnessMap){let o={index:await n.processTextureAsync(e.clearcoatRoughnessMap),texCoord:e.clearcoatRoughnessMap.channel};n.applyTextureTransform(o,e.clearcoatRoughnessMap),r.clearcoatRoughnessTexture=o}if(e.clearcoatNormalMap){let o={index:await n.processTextureAsync(e.clearcoatNormalMap),texCoord:e.clearcoatNormalMap.channel};e.clearcoatNormalScale.x!==1&&(o.scale=e.clearcoatNormalScale.x),n.applyTextureTransform(o,e.clearcoatNormalMap),r.clearcoatNormalTexture=o}t.extensions=t.extensions||
{},t.extensions[this.name]=r,s[this.name]=!0}},Fd=class{constructor(e){this.writer=e,this.name="KHR_materials_dispersion"}async writeMaterialAsync(e,t){if(!e.isMeshPhysicalMaterial||e.dispersion===0)return;let s=this.writer.extensionsUsed,r={};r.dispersion=e.dispersion,t.extensions=t.extensions||{},t.extensions[this.name]=r,s[this.name]=!0}},Od=class{constructor(e){this.writer=e,this.name="KHR_materials_iridescence"}async writeMaterialAsync(e,t){if(!e.isMeshPhysicalMaterial||e.iridescence===0)return;
let n=this.writer,s=n.extensionsUsed,r={};if(r.iridescenceFactor=e.iridescence,e.iridescenceMap){let o={index:await n.processTextureAsync(e.iridescenceMap),texCoord:e.iridescenceMap.channel};n.applyTextureTransform(o,e.iridescenceMap),r.iridescenceTexture=o}if(r.iridescenceIor=e.iridescenceIOR,r.iridescenceThicknessMinimum=e.iridescenceThicknessMinimum,r.iridescenceThicknessMaximum=e.iridescenceThicknessMaximum,e.iridescenceThicknessMap){let o={index:await n.processTextureAsync(e.iridescenceThicknessMap),
texCoord:e.iridescenceThicknessMap.channel};n.applyTextureTransform(o,e.iridescenceThicknessMap),r.iridescenceThicknessTexture=o}t.extensions=t.extensions||{},t.extensions[this.name]=r,s[this.name]=!0}},Bd=class{constructor(e){this.writer=e,this.name="KHR_materials_transmission"}async writeMaterialAsync(e,t){if(!e.isMeshPhysicalMaterial||e.transmission===0)return;let n=this.writer,s=n.extensionsUsed,r={};if(r.transmissionFactor=e.transmission,e.transmissionMap){let o={index:await n.processTextureAsync(
e.transmissionMap),texCoord:e.transmissionMap.channel};n.applyTextureTransform(o,e.transmissionMap),r.transmissionTexture=o}t.extensions=t.extensions||{},t.extensions[this.name]=r,s[this.name]=!0}},kd=class{constructor(e){this.writer=e,this.name="KHR_materials_volume"}async writeMaterialAsync(e,t){if(!e.isMeshPhysicalMaterial||e.transmission===0)return;let n=this.writer,s=n.extensionsUsed,r={};if(r.thicknessFactor=e.thickness,e.thicknessMap){let o={index:await n.processTextureAsync(e.thicknessMap),
texCoord:e.thicknessMap.channel};n.applyTextureTransform(o,e.thicknessMap),r.thicknessTexture=o}e.attenuationDistance!==1/0&&(r.attenuationDistance=e.attenuationDistance),r.attenuationColor=e.attenuationColor.toArray(),t.extensions=t.extensions||{},t.extensions[this.name]=r,s[this.name]=!0}},zd=class{constructor(e){this.writer=e,this.name="KHR_materials_ior"}async writeMaterialAsync(e,t){if(!e.isMeshPhysicalMaterial||e.ior===1.5)return;let s=this.writer.extensionsUsed,r={};r.ior=e.ior,t.extensions=
t.extensions||{},t.extensions[this.name]=r,s[this.name]=!0}},Vd=class{constructor(e){this.writer=e,this.name="KHR_materials_specular"}async writeMaterialAsync(e,t){if(!e.isMeshPhysicalMaterial||e.specularIntensity===1&&e.specularColor.equals(_1)&&!e.specularIntensityMap&&!e.specularColorMap)return;let n=this.writer,s=n.extensionsUsed,r={};if(e.specularIntensityMap){let o={index:await n.processTextureAsync(e.specularIntensityMap),texCoord:e.specularIntensityMap.channel};n.applyTextureTransform(o,
e.specularIntensityMap),r.specularTexture=o}if(e.specularColorMap){let o={index:await n.processTextureAsync(e.specularColorMap),texCoord:e.specularColorMap.channel};n.applyTextureTransform(o,e.specularColorMap),r.specularColorTexture=o}r.specularFactor=e.specularIntensity,r.specularColorFactor=e.specularColor.toArray(),t.extensions=t.extensions||{},t.extensions[this.name]=r,s[this.name]=!0}},Gd=class{constructor(e){this.writer=e,this.name="KHR_materials_sheen"}async writeMaterialAsync(e,t){if(!e.
isMeshPhysicalMaterial||e.sheen==0)return;let n=this.writer,s=n.extensionsUsed,r={};if(e.sheenRoughnessMap){let o={index:await n.processTextureAsync(e.sheenRoughnessMap),texCoord:e.sheenRoughnessMap.channel};n.applyTextureTransform(o,e.sheenRoughnessMap),r.sheenRoughnessTexture=o}if(e.sheenColorMap){let o={index:await n.processTextureAsync(e.sheenColorMap),texCoord:e.sheenColorMap.channel};n.applyTextureTransform(o,e.sheenColorMap),r.sheenColorTexture=o}r.sheenRoughnessFactor=e.sheenRoughness,r.
sheenColorFactor=e.sheenColor.toArray(),t.extensions=t.extensions||{},t.extensions[this.name]=r,s[this.name]=!0}},Hd=class{constructor(e){this.writer=e,this.name="KHR_materials_anisotropy"}async writeMaterialAsync(e,t){if(!e.isMeshPhysicalMaterial||e.anisotropy==0)return;let n=this.writer,s=n.extensionsUsed,r={};if(e.anisotropyMap){let o={index:await n.processTextureAsync(e.anisotropyMap)};n.applyTextureTransform(o,e.anisotropyMap),r.anisotropyTexture=o}r.anisotropyStrength=e.anisotropy,r.anisotropyRotation=
e.anisotropyRotation,t.extensions=t.extensions||{},t.extensions[this.name]=r,s[this.name]=!0}},Wd=class{constructor(e){this.writer=e,this.name="KHR_materials_emissive_strength"}async writeMaterialAsync(e,t){if(!e.isMeshStandardMaterial||e.emissiveIntensity===1)return;let s=this.writer.extensionsUsed,r={};r.emissiveStrength=e.emissiveIntensity,t.extensions=t.extensions||{},t.extensions[this.name]=r,s[this.name]=!0}},Xd=class{constructor(e){this.writer=e,this.name="EXT_materials_bump"}async writeMaterialAsync(e,t){
if(!e.isMeshStandardMaterial||e.bumpScale===1&&!e.bumpMap)return;let n=this.writer,s=n.extensionsUsed,r={};if(e.bumpMap){let o={index:await n.processTextureAsync(e.bumpMap),texCoord:e.bumpMap.channel};n.applyTextureTransform(o,e.bumpMap),r.bumpTexture=o}r.bumpFactor=e.bumpScale,t.extensions=t.extensions||{},t.extensions[this.name]=r,s[this.name]=!0}},qd=class{constructor(e){this.writer=e,this.name="EXT_mesh_gpu_instancing"}writeNode(e,t){if(!e.isInstancedMesh)return;let n=this.writer,s=e,r=new Float32Array(
s.count*3),o=new Float32Array(s.count*4),a=new Float32Array(s.count*3),l=new vt,c=new G,u=new en,h=new G;for(let d=0;d<s.count;d++)s.getMatrixAt(d,l),l.decompose(c,u,h),c.toArray(r,d*3),u.toArray(o,d*4),h.toArray(a,d*3);let f={TRANSLATION:n.processAccessor(new Qt(r,3)),ROTATION:n.processAccessor(new Qt(o,4)),SCALE:n.processAccessor(new Qt(a,3))};s.instanceColor&&(f._COLOR_0=n.processAccessor(s.instanceColor)),t.extensions=t.extensions||{},t.extensions[this.name]={attributes:f},n.extensionsUsed[this.
name]=!0,n.extensionsRequired[this.name]=!0}};nr.Utils={insertKeyframe:function(i,e){let n=i.getValueSize(),s=new i.TimeBufferType(i.times.length+1),r=new i.ValueBufferType(i.values.length+n),o=i.createInterpolant(new i.ValueBufferType(n)),a;if(i.times.length===0){s[0]=e;for(let l=0;l<n;l++)r[l]=0;a=0}else if(e<i.times[0]){if(Math.abs(i.times[0]-e)<.001)return 0;s[0]=e,s.set(i.times,1),r.set(o.evaluate(e),0),r.set(i.values,n),a=0}else if(e>i.times[i.times.length-1]){if(Math.abs(i.times[i.times.length-
1]-e)<.001)return i.times.length-1;s[s.length-1]=e,s.set(i.times,0),r.set(i.values,0),r.set(o.evaluate(e),i.values.length),a=s.length-1}else for(let l=0;l<i.times.length;l++){if(Math.abs(i.times[l]-e)<.001)return l;if(i.times[l]<e&&i.times[l+1]>e){s.set(i.times.slice(0,l+1),0),s[l+1]=e,s.set(i.times.slice(l+1),l+2),r.set(i.values.slice(0,(l+1)*n),0),r.set(o.evaluate(e),(l+1)*n),r.set(i.values.slice((l+1)*n),(l+2)*n),a=l+1;break}}return i.times=s,i.values=r,a},mergeMorphTargetTracks:function(i,e){
let t=[],n={},s=i.tracks;for(let r=0;r<s.length;++r){let o=s[r],a=Bt.parseTrackName(o.name),l=Bt.findNode(e,a.nodeName);if(a.propertyName!=="morphTargetInfluences"||a.propertyIndex===void 0){t.push(o);continue}if(o.createInterpolant!==o.InterpolantFactoryMethodDiscrete&&o.createInterpolant!==o.InterpolantFactoryMethodLinear){if(o.createInterpolant.isInterpolantFactoryMethodGLTFCubicSpline)throw new Error("THREE.GLTFExporter: Cannot merge tracks with glTF CUBICSPLINE interpolation.");console.warn(
"THREE.GLTFExporter: Morph target interpolation mode not yet supported. Using LINEAR instead."),o=o.clone(),o.setInterpolation(bo)}let c=l.morphTargetInfluences.length,u=l.morphTargetDictionary[a.propertyIndex];if(u===void 0)throw new Error("THREE.GLTFExporter: Morph target name not found: "+a.propertyIndex);let h;if(n[l.uuid]===void 0){h=o.clone();let d=new h.ValueBufferType(c*h.times.length);for(let p=0;p<h.times.length;p++)d[p*c+u]=h.values[p];h.name=(a.nodeName||"")+".morphTargetInfluences",
h.values=d,n[l.uuid]=h,t.push(h);continue}let f=o.createInterpolant(new o.ValueBufferType(1));h=n[l.uuid];for(let d=0;d<h.times.length;d++)h.values[d*c+u]=f.evaluate(h.times[d]);for(let d=0;d<o.times.length;d++){let p=this.insertKeyframe(h,o.times[d]);h.values[p*c+u]=o.values[d]}}return i.tracks=t,i},toTypedBufferAttribute:function(i,e){let t=new Qt(new e(i.count*i.itemSize),i.itemSize,!1);if(!i.normalized&&!i.isInterleavedBufferAttribute)return t.array.set(i.array),t;for(let n=0,s=i.count;n<s;n++)
for(let r=0;r<i.itemSize;r++)t.setComponent(n,r,i.getComponent(n,r));return t}};var Yd=i=>i.normalize("NFKD").replace(/[^\w.-]+/g,"-").replace(/^-+|-+$/g,"").slice(0,60)||"biela";async function E1(i,e){let t=i.exported(),n=e.motion,s=[];if(n)for(let r=0;r<n.bodies;r++){let o=i.scene.bodies[r].name.replace(/[\[\].:/]/g,"_"),a=[],l=[];t.children[r].name=o;for(let c=0;c<n.frames;c++){let u=n.pose(r,c);a.push(...u.q.toArray()),l.push(...u.p.toArray())}s.push(new Ks(`${o}.quaternion`,Array.from(n.t),a),new wr(`${o}.position`,Array.from(n.t),l))}return await new nr().parseAsync(t,
{binary:!0,onlyVisible:!0,animations:s.length?[new Qa("motion",-1,s)]:[]})}async function R1(i,e){let t=i.canvas.captureStream(30),n=["video/webm;codecs=vp9","video/webm","video/mp4"].find(l=>MediaRecorder.isTypeSupported(l)),s=new MediaRecorder(t,{mimeType:n,videoBitsPerSecond:6e6}),r=[];s.ondataavailable=l=>r.push(l.data);let o=new Promise(l=>{s.onstop=()=>l(new Blob(r,{type:n}))});e.pause(),e.seek(0),s.start(),e.play();let a=0;return await new Promise(l=>{let c=()=>{!e.playing||e.time<a?l():(a=
e.time,requestAnimationFrame(c))};requestAnimationFrame(c)}),e.pause(),s.stop(),o}async function gx(i,e,t,n){let s=Yd(n);if(i==="png")us(`${s}.png`,e.png());else if(i==="svg")us(`${s}.svg`,new Blob([e.vector()],{type:"image/svg+xml"}));else if(i==="glb")us(`${s}.glb`,new Blob([await E1(e,t)],{type:"model/gltf-binary"}));else if(i==="film"){let r=await R1(e,t);us(`${s}.${r.type.includes("mp4")?"mp4":"webm"}`,r)}}var qo=class{constructor(e,t,n,s){this.all=e;this.title=t;this.series=n;let r=ee("select",{class:"menu","aria-label":`more for the plot ${t}`});for(let[o,a]of[["","⋯"],["png","save PNG"],["svg","save SVG"],["csv","save CSV"],...this.options(),["remove","remove"]])r.append(new Option(a,o));r.onchange=()=>{let o=r.value;r.value="",this.command(o)},this.box=ee("div",{class:"frame"}),this.root=ee("figure",{class:"plot"},ee("figcaption",{},this.heading,this.legend,r),this.box),s.append(this.root),this.
root.addEventListener("dragover",o=>o.preventDefault()),this.root.addEventListener("drop",o=>{let a=o.dataTransfer?.getData("text/plain");a&&e.run.has(a)&&(o.preventDefault(),o.stopPropagation(),e.join(this,a))}),this.keys(),new IntersectionObserver(o=>{this.visible=o.some(a=>a.isIntersecting),this.visible&&(this.make(),this.cursor())},{rootMargin:"200px"}).observe(this.root),new ResizeObserver(()=>{this.made&&this.resize(this.box.clientWidth,this.box.clientHeight)}).observe(this.box)}all;title;series;root;box;visible=!1;made=!1;outputs=[];legend=ee(
"span",{class:"legend"});heading=ee("b");options(){return[]}caption(){return this.title+$i(this.all.units.name(this.series[0]?.unit??""))}keys(){this.heading.textContent=this.caption(),this.legend.replaceChildren(),this.outputs=[];let e=[...new Set(this.series.map(n=>n.run))],t=new Map;this.series.forEach((n,s)=>{let r=e.length>1?n.name:String(s);t.set(r,[...t.get(r)??[],s]),this.outputs.push(ee("output"))});for(let n of t.values()){let s=n.map(l=>this.series[l]),r=s[0],o=e.length>1?r.name:r.label,
a=ee("button",{class:"key",type:"button",title:`${o}: show or hide`,"aria-pressed":String(r.on),click:()=>{let l=!r.on;for(let c of s)c.on=l;this.keys(),this.rebuild(),this.cursor()}},t.size===1&&e.length>1?"":xx(hs(r.colour),e.length>1?[]:r.dash,r.width),ee("span",{},o),...n.map(l=>this.outputs[l]));a.classList.toggle("off",!r.on),this.legend.append(a)}e.length>1&&this.legend.append(...e.map(n=>{let s=this.series.find(r=>r.run===n);return ee("span",{class:"run"},xx(t.size===1?hs(s.colour):"curr\
entColor",s.dash,s.width),this.all.runs()[n]?.name??"")}))}values(e){this.outputs.forEach((t,n)=>{let s=this.series[n],r=Math.abs(s.data[e])<s.dustBelow?0:s.data[e];t.textContent=s.dust?"0 to rounding":Un(r*this.all.units.factor(s.unit))})}async command(e){let t=Yd(this.title);this.make(),e==="remove"?this.all.remove(this):e==="svg"?us(`${t}.svg`,new Blob([this.svg(900,320)],{type:"image/svg+xml"})):e==="csv"?us(`${t}.csv`,new Blob([this.csv()],{type:"text/csv"})):e==="png"&&us(`${t}.png`,this.png())}csv(){
let e=t=>/[",\n]/.test(t)?`"${t.replaceAll('"','""')}"`:t;return this.table().map(t=>t.map(e).join(",")).join(`
`)+`
`}png(){this.make();let e=this.canvas(),t=e.width/Math.max(this.box.clientWidth,1),n=ee("canvas"),s=n.getContext("2d"),r=getComputedStyle(document.documentElement),o=26*t;n.width=e.width,n.height=e.height+o,s.fillStyle=r.getPropertyValue("--card"),s.fillRect(0,0,n.width,n.height),s.drawImage(e,0,o),s.font=`600 ${12*t}px system-ui, sans-serif`,s.fillStyle=r.getPropertyValue("--ink"),s.fillText(this.caption(),8*t,17*t);let a=20*t+s.measureText(this.caption()).width;s.font=`${11*t}px system-ui, san\
s-serif`;for(let l of this.series)l.on&&(s.strokeStyle=hs(l.colour),s.lineWidth=2*t,s.setLineDash(l.dash.map(c=>c*t)),s.beginPath(),s.moveTo(a,13*t),s.lineTo(a+20*t,13*t),s.stroke(),s.fillText(l.label,a+25*t,17*t),a+=38*t+s.measureText(l.label).width);return n.toDataURL("image/png")}};function xx(i,e,t){let n=document.createElementNS("http://www.w3.org/2000/svg","svg"),s=document.createElementNS("http://www.w3.org/2000/svg","line");n.setAttribute("width","22"),n.setAttribute("height","8"),n.setAttribute(
"aria-hidden","true");let r={x1:0,x2:22,y1:4,y2:4,stroke:i,"stroke-width":1.4*t,"stroke-dasharray":e.join(" ")};for(let[o,a]of Object.entries(r))s.setAttribute(o,String(a));return n.append(s),n}function Wu(i,e){return i.filter(t=>t.on).map(t=>{let[n,s]=e(t);return{label:t.label,colour:t.colour,dash:t.dash,x:n,y:s}})}function Xu(i){let e=h=>h.replaceAll("&","&amp;").replaceAll("<","&lt;").replaceAll(">","&gt;"),n=i.w-12,s=30,r=i.h-34,o=h=>i.log?Math.log10(h):h,a=h=>70+(h-i.x[0])/(i.x[1]-i.x[0])*(n-
70),l=h=>r-(o(h)-o(i.y[0]))/(o(i.y[1])-o(i.y[0]))*(r-s),c=[];for(let[h,f]of i.xTicks)c.push(`<path d="M${a(h).toFixed(1)} ${s}V${r}" stroke="#dde3ea"/><text x="${a(h).toFixed(1)}" y="${r+15}" text-anchor="middle">${e(f)}</text>`);for(let[h,f]of i.yTicks)c.push(`<path d="M70 ${l(h).toFixed(1)}H${n}" stroke="#dde3ea"/><text x="64" y="${(l(h)+4).toFixed(1)}" text-anchor="end">${e(f)}</text>`);let u=70+8*i.title.length;for(let h of i.curves){let f="",d=!1;for(let p=0;p<h.x.length;p++){let y=a(h.x[p]),
g=l(h.y[p]);if(!isFinite(y)||!isFinite(g)){d=!1;continue}f+=`${d?"L":"M"}${y.toFixed(1)} ${g.toFixed(1)}`,d=!0}c.push(`<path d="${f}" fill="none" stroke="${h.colour}" stroke-width="1.6" stroke-dasharray="${h.dash.join(" ")}" clip-path="url(#c)"/><path d="M${u} 14h20" stroke="${h.colour}" stroke-width="2" stroke-dasharray="${h.dash.join(" ")}"/><text x="${u+25}" y="18">${e(h.label)}</text>`),u+=42+6.2*h.label.length}return`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${i.w} ${i.h}" font-f\
amily="system-ui, sans-serif" font-size="11" fill="#1c232c"><rect width="${i.w}" height="${i.h}" fill="#fff"/><clipPath id="c"><rect x="70" y="${s}" width="${n-70}" height="${r-s}"/></clipPath><text x="8" y="18" font-size="13" font-weight="600">${e(i.title)}</text>${c.join("")}<text x="${(70+n)/2}" y="${i.h-5}" text-anchor="middle">${e(i.xLabel)}</text></svg>`}var C1=62,qu=(i="")=>[28,C1].map(e=>({stroke:()=>fn("--soft"),grid:{stroke:()=>fn("--rule"),width:1},ticks:{stroke:()=>fn("--rule"),width:1,size:4},font:"11px system-ui, sans-serif",size:e,gap:4,space:e===28?70:30,values:(t,n)=>{let s=aa(n);return i&&e===28&&s.length&&(s[s.length-1]+=` ${i}`),s}}));function P1([i,e]){return[i,{...e,values:(t,n)=>n.map(s=>s?s.toExponential(0).replace("e+","e").replace(/-/g,"−"):""),splits:(t,n,s,r)=>{if(!(s>0))return[];let o=Math.ceil(Math.log10(s)-1e-9),a=Math.
floor(Math.log10(r)+1e-9),l=Math.max(1,Math.ceil((a-o)/4));return Array.from({length:Math.floor((a-o)/l)+1},(c,u)=>10**(o+u*l))}}]}function $d(i,e){if(i===null||e===null||!isFinite(i)||!isFinite(e))return[0,1];let t=Math.max(Math.abs(i),Math.abs(e));if(t===0)return[-1,1];let n=e-i<=1e-6*t?.5*t:.07*(e-i);return[i-n,e+n]}var Cs=class extends qo{constructor(t,n,s,r,o=!1,a=null){super(t,n,s,r);this.log=o;this.tolerance=a}log;tolerance;u=null;mark=document.createElement("div");options(){return[["log",
"linear or log scale"]]}async command(t){t==="log"?(this.log=!this.log,this.rebuild()):await super.command(t)}column(t){let n=this.all.units.factor(t.unit),s=this.all.t,r=t.data.length,o=new Array(s.length);for(let a=0;a<s.length;a++){let l=a<r?t.data[a]*n:NaN;o[a]=isFinite(l)&&(!this.log||l>0)?l:null}return o}data(){let t=this.series.map(s=>this.column(s)),n=[];for(let s of this.series)if(s.band){let r=this.all.units.factor(s.unit);n.push(Array.from(s.band,(o,a)=>(s.data[a]+o)*r),Array.from(s.band,
(o,a)=>(s.data[a]-o)*r))}return this.tolerance!==null&&n.push(new Array(this.all.t.length).fill(this.tolerance)),[Array.from(this.all.t),...t,...n]}make(){if(this.made||!this.box.clientWidth)return;this.made=!0;let t=this.series.map(o=>({label:o.label,stroke:()=>hs(o.colour),width:o.width,dash:o.dash,show:o.on,points:o.dots?{show:!0,size:3,fill:()=>hs(o.colour)}:{show:!1},...o.dots?{paths:()=>null}:{}})),n=[];for(let o of this.series)if(o.band){let a=t.length+1;t.push({show:o.on,width:0,points:{
show:!1}},{show:o.on,width:0,points:{show:!1}}),n.push({series:[a,a+1],fill:`${o.colour}30`})}this.tolerance!==null&&t.push({label:"tolerance",stroke:()=>fn("--warn"),width:1,dash:[6,4],points:{show:!1}});let s=this.all,r={min:s.range[0],max:s.range[1]};this.u=new wn({width:this.box.clientWidth,height:this.box.clientHeight,legend:{show:!1},padding:[8,16+4*(s.run.data.axis??"s").length,0,0],series:[{},...t],bands:n,axes:this.log?P1(qu(s.run.data.axis??"s")):qu(s.run.data.axis??"s"),scales:{x:{time:!1,
...r},y:this.log?{distr:3}:{range:(o,a,l)=>$d(a,l)}},cursor:{y:!1,drag:{x:!0,y:!0,uni:30,dist:5},points:{size:6},bind:{mousedown:(o,a,l)=>c=>(c.shiftKey||l(c),null),dblclick:()=>()=>(s.zoom(null,null),null)}},hooks:{setScale:[(o,a)=>{a==="x"&&s.linked(this,o.scales.x.min,o.scales.x.max)}],draw:[()=>this.cursor()]}},this.data(),this.box),this.mark.className="mark",this.u.over.append(this.mark),this.mouse(this.u),this.cursor()}mouse(t){let n=this.all,s=t.over,r=null,o=a=>t.posToVal(a.clientX-s.getBoundingClientRect().
left,"x");s.addEventListener("mousemove",a=>{if(r?.pan){let l=t.posToVal(0,"x")-t.posToVal(a.clientX-r.x,"x"),c=t.posToVal(0,"y")-t.posToVal(a.clientY-r.y,"y");n.zoom(r.range[0]+l,r.range[1]+l),this.log||t.setScale("y",{min:r.y0+c,max:r.y1+c})}else n.hover(o(a),this)}),s.addEventListener("mouseleave",()=>{n.hover(null,this),r=null}),s.addEventListener("mousedown",a=>{r={x:a.clientX,y:a.clientY,pan:a.shiftKey||a.button===1,range:[...n.range],y0:t.scales.y.min,y1:t.scales.y.max},r.pan&&a.preventDefault()}),
s.addEventListener("mouseup",a=>{r&&!r.pan&&Math.hypot(a.clientX-r.x,a.clientY-r.y)<5&&n.onTime(o(a)),r=null}),s.addEventListener("wheel",a=>{if(!a.ctrlKey&&!a.shiftKey)return;a.preventDefault();let l=Math.exp(.0015*(a.deltaY||a.deltaX)),c=s.getBoundingClientRect();if(a.shiftKey){let u=t.posToVal(a.clientY-c.top,"y"),{min:h,max:f}=t.scales.y;t.setScale("y",{min:u+(h-u)*l,max:u+(f-u)*l})}else{let u=o(a),[h,f]=n.range;n.zoom(u+(h-u)*l,u+(f-u)*l)}},{passive:!1})}range(t,n){this.u&&(this.u.scales.x.
min!==t||this.u.scales.x.max!==n)&&this.u.setScale("x",{min:t,max:n})}point(t){this.u&&this.visible&&this.u.setCursor(t===null?{left:-10,top:-10}:{left:this.u.valToPos(t,"x"),top:0},!1)}cursor(t=!0){if(!this.visible)return;let n=this.all.hovered??this.all.time,s=this.u;if(t&&this.values(this.all.index(n)),s){let r=s.valToPos(this.all.time,"x");this.mark.style.transform=`translateX(${r.toFixed(1)}px)`,this.mark.style.display=r>=-1&&r<=s.over.clientWidth+1?"":"none"}}rebuild(){this.u?.destroy(),this.
u=null,this.made=!1,this.visible&&this.make()}renew(){this.u?.batch(t=>{t.setData(this.data(),!1),t.setScale("x",{min:this.all.range[0],max:this.all.range[1]})})}resize(t,n){t&&n&&this.u?.setSize({width:t,height:n})}redraw(){this.keys(),this.u?.redraw(!1),this.cursor()}get y(){return[this.u?.scales.y.min??NaN,this.u?.scales.y.max??NaN]}canvas(){return this.u?.ctx.canvas??null}table(){let[t,n]=this.all.range,s=this.series.filter(a=>a.on),r=this.all.t,o=[["time [s]",...s.map(a=>`${a.label} [${this.
all.units.name(a.unit)||"1"}]`)]];for(let a=0;a<r.length;a++)r[a]>=t&&r[a]<=n&&o.push([String(+r[a].toPrecision(8)),...s.map(l=>a<l.data.length&&isFinite(l.data[a])?String(+(l.data[a]*this.all.units.factor(l.unit)).toPrecision(8)):"")]);return o}svg(t,n){let s=this.u,r=o=>{let a=o?s.scales.y:s.scales.x,c=(s.axes[o]._splits??[]).filter(h=>h!==null&&h>=a.min&&h<=a.max),u=aa(c);return c.map((h,f)=>[h,this.log&&o?Un(h):u[f]])};return Xu({w:t,h:n,x:[s.scales.x.min,s.scales.x.max],y:this.y,xTicks:r(0),
yTicks:r(1),title:this.caption(),xLabel:"time [s]",log:this.log,curves:Wu(this.series,o=>[this.all.t,this.column(o).map(a=>a??NaN)])})}};var ml=class extends qo{constructor(t,n,s,r,o){super(t,n,[],o);this.x=s;this.names=r;this.root.classList.add("xy"),this.again()}x;names;u=null;dot=document.createElement("div");zoomed=null;across=new Map;get over(){return this.across.get(this.series[0])}again(){let t=new Map(this.series.map(n=>[n.label,n.on]));this.across.clear(),this.series=[],this.all.runs().forEach(({run:n,name:s},r)=>{if(!n.has(this.x))return;let o=qr(n,this.x,0,r);this.names.forEach((a,l)=>{if(!n.has(a))return;let c=qr(n,a,
l,r,r?`${a} · ${s}`:a);c.on=t.get(c.label)??!0,this.series.push(c),this.across.set(c,o)})}),Pl(this.series),this.keys(),this.rebuild(),this.cursor()}caption(){return this.across?.size?`${this.title}${$i(this.all.units.name(this.series[0]?.unit??""))} over ${this.over.label}${$i(this.all.units.name(this.over.unit))}`:this.title}shown(t){let n=this.all.units.factor(t.unit);return Float32Array.from(t.data,s=>s*n)}full(){let t=o=>{let a=1/0,l=-1/0;for(let c of o)for(let u of this.shown(c))u<a&&(a=u),
u>l&&(l=u);return $d(a,l)},n=this.series.filter(o=>o.on),s=t((n.length?n:this.series).map(o=>this.across.get(o))),r=t(n);if(this.series[0]?.unit===this.over.unit&&this.u?.over.clientWidth){let o=this.u.over.clientWidth,a=this.u.over.clientHeight,l=Math.max((s[1]-s[0])/o,(r[1]-r[0])/a),c=u=>(u[0]+u[1])/2;return{x:[c(s)-l*o/2,c(s)+l*o/2],y:[c(r)-l*a/2,c(r)+l*a/2]}}return{x:s,y:r}}ranges(){return this.zoomed??this.full()}make(){if(this.made||!this.box.clientWidth)return;this.made=!0;let t=(r,o)=>{let[
a,l]=r.data[o],c=new Path2D,u=!1;for(let h=0;h<a.length;h++){let f=r.valToPos(a[h],"x",!0),d=r.valToPos(l[h],"y",!0);if(!isFinite(f)||!isFinite(d)){u=!1;continue}u?c.lineTo(f,d):c.moveTo(f,d),u=!0}return{stroke:c,fill:null,clip:null,band:null,gaps:null,flags:0}},n=[{scale:"x",auto:!0},{scale:"y",auto:!0}],s=[null,...this.series.map(r=>[this.shown(this.across.get(r)),this.shown(r)])];this.u=new wn({mode:2,width:this.box.clientWidth,height:this.box.clientHeight,legend:{show:!1},padding:[8,20,0,0],
axes:qu(),series:[{},...this.series.map(r=>({label:r.label,stroke:()=>hs(r.colour),width:r.width,dash:r.dash,show:r.on,facets:n,paths:t,points:{show:!1}}))],scales:{x:{time:!1,range:()=>this.ranges().x},y:{range:()=>this.ranges().y}},cursor:{points:{show:!1},drag:{x:!0,y:!0,setScale:!1,dist:5},bind:{dblclick:()=>()=>(this.zoomed=null,this.refresh(),null)}},hooks:{setSelect:[r=>{let o=r.select;o.width<5||o.height<5||(this.zoomed={x:[r.posToVal(o.left,"x"),r.posToVal(o.left+o.width,"x")],y:[r.posToVal(
o.top+o.height,"y"),r.posToVal(o.top,"y")]},r.setSelect({left:0,top:0,width:0,height:0},!1),this.refresh())}],draw:[()=>this.cursor()],ready:[()=>queueMicrotask(()=>this.refresh())]}},s,this.box),this.dot.className="dot",this.u.over.append(this.dot),this.u.over.addEventListener("mousemove",r=>this.all.hover(this.all.t[this.nearest(r)],this)),this.u.over.addEventListener("mouseleave",()=>this.all.hover(null,this)),this.u.over.addEventListener("click",r=>{this.u.select.width||this.all.onTime(this.
all.t[this.nearest(r)])})}refresh(){if(this.u){let t=this.ranges();this.u.batch(()=>{this.u.setScale("x",{min:t.x[0],max:t.x[1]}),this.u.setScale("y",{min:t.y[0],max:t.y[1]})}),this.cursor()}}nearest(t){let n=this.u,s=n.over.getBoundingClientRect(),r=t.clientX-s.left,o=t.clientY-s.top,a=this.all.units.factor(this.over.unit),l=0,c=1/0;for(let u of this.series)if(!u.run){let h=this.all.units.factor(u.unit);for(let f=0;f<u.data.length;f++){let d=Math.hypot(n.valToPos(this.over.data[f]*a,"x")-r,n.valToPos(
u.data[f]*h,"y")-o);d<c&&(c=d,l=f)}}return l}cursor(t=!0){if(!this.visible||!this.u)return;let n=this.all.index(this.all.hovered??this.all.time),s=this.series[0],r=this.all.units;t&&this.outputs.forEach((o,a)=>{let l=this.series[a];o.textContent=l.run?"":`${Un(l.data[n]*r.factor(l.unit))} at ${Un(this.over.data[n]*r.factor(this.over.unit))}`}),this.dot.style.transform=`translate(${this.u.valToPos(this.over.data[n]*r.factor(this.over.unit),"x").toFixed(1)}px, ${this.u.valToPos(s.data[n]*r.factor(
s.unit),"y").toFixed(1)}px)`}rebuild(){this.u?.destroy(),this.u=null,this.made=!1,this.zoomed=null,this.visible&&this.make()}resize(t,n){t&&n&&(this.u?.setSize({width:t,height:n}),this.refresh())}redraw(){this.keys(),this.u?.redraw(!1),this.cursor()}canvas(){return this.u?.ctx.canvas??null}table(){let t=this.all.units,n=[this.over,...this.series.filter(s=>s.on&&!s.run)];return[["time [s]",...n.map(s=>`${s.label} [${t.name(s.unit)||"1"}]`)],...Array.from({length:this.over.data.length},(s,r)=>[String(
+this.all.t[r].toPrecision(8)),...n.map(o=>String(+(o.data[r]*t.factor(o.unit)).toPrecision(8)))])]}svg(t,n){let s=this.u,r=o=>{let a=(s.axes[o]._splits??[]).filter(c=>c>=(o?s.scales.y:s.scales.x).min&&c<=(o?s.scales.y:s.scales.x).max),l=aa(a);return a.map((c,u)=>[c,l[u]])};return Xu({w:t,h:n,x:[s.scales.x.min,s.scales.x.max],y:[s.scales.y.min,s.scales.y.max],xTicks:r(0),yTicks:r(1),title:this.caption(),xLabel:this.over.label+$i(this.all.units.name(this.over.unit)),log:!1,curves:Wu(this.series,o=>[
this.shown(this.across.get(o)),this.shown(o)])})}};var ir=class{constructor(e,t,n,s){this.host=e;this.run=t;this.units=n;this.onTime=s;this.t=t.t,this.range=this.whole(),n.listeners.push(()=>{for(let r of this.list)r.keys(),r.rebuild()})}host;run;units;onTime;list=[];time=0;hovered=null;range;t;others=[];groups=new Map;linking=!1;whole(){let e=this.t[0],t=this.t[this.t.length-1];return t>e?[e,t]:[e,e+1]}place(e){if(!e)return this.host;let t=this.groups.get(e);return t||(t=ee("div",{class:"plots"}),this.groups.set(e,t),this.host.append(ee("detail\
s",{class:"group",open:!0},ee("summary",{},e),t))),t}add(e){let t=e.signals.filter(o=>this.run.has(o)),n=this.curves(t),s=this.place(e.group);e.signals.forEach((o,a)=>{let l=e.bands?.[o];l&&n[a]&&(n[a].band=this.run.signal(l)),e.dots?.includes(o)&&n[a]&&(n[a].dots=!0)});let r=e.x&&this.run.has(e.x)?new ml(this,e.title,e.x,t,s):new Cs(this,e.title,n,s,!!e.log,e.tolerance??null);return this.list.push(r),r}runs(){return[{run:this.run,name:this.run.data.label??"this run"},...this.others]}curves(e){let t=e.
flatMap((n,s)=>[qr(this.run,n,s),...this.others.flatMap((r,o)=>{if(!r.run.has(n))return[];let a=qr(r.run,n,s,o+1,`${n} · ${r.name}`);return a.data=Cp(a.data,r.run.t,this.t),[a]})]);return Pl(t)}join(e,t){if(!(e instanceof Cs)||e.series.some(s=>s.name===t))return!1;if(e.series[0]?.unit!==this.run.unit(t))return this.add({title:t,signals:[t]}),!0;let n=[...new Set(e.series.map(s=>s.name)),t];return e.series=this.curves(n),e.keys(),e.rebuild(),e.cursor(),!0}overlay(e,t){this.others.push({run:e,name:t});
let n=this.t[this.t.length-1],s=Array.from(e.t).filter(r=>r>n);s.length&&(this.t=Float32Array.from([...this.t,...s]),this.range=this.whole());for(let r of this.list)if(r instanceof ml)r.again();else{let o=[...new Set(r.series.map(l=>l.name))],a=new Map(r.series.map(l=>[l.name,l]));r.series=this.curves(o);for(let l of r.series)l.run||(l.band=a.get(l.name)?.band,l.dots=a.get(l.name)?.dots);r.keys(),r.rebuild(),r.cursor()}}remove(e){e.root.remove(),this.list.splice(this.list.indexOf(e),1)}written=0;at(e,t=!1){
let n=performance.now(),s=!t||n-this.written>120;this.time=e,s&&(this.written=n);for(let r of this.list)r.cursor(s)}hover(e,t){this.hovered=e;for(let n of this.list)n!==t&&n instanceof Cs&&n.point(e),n.cursor()}zoom(e,t){let[n,s]=this.whole();this.range=e===null||t===null||t-e<(s-n)*1e-5?[n,s]:[e,t],this.linking=!0;for(let r of this.list)r instanceof Cs&&r.range(...this.range);this.linking=!1}linked(e,t,n){if(!(this.linking||t===this.range[0]&&n===this.range[1])){this.linking=!0,this.range=[t,n];
for(let s of this.list)s!==e&&s instanceof Cs&&s.range(t,n);this.linking=!1}}renew(e,t){this.run=e,this.t=e.t,this.range=t;for(let n of this.list)if(n instanceof Cs){for(let s of n.series)s.data=e.signal(s.name);n.renew()}else n.again()}redraw(){for(let e of this.list)e.redraw()}index(e){let t=this.t,[n,s]=Sh(t,e);return e-t[n]<t[s]-e?n:s}};var Yu=["QA","WS","ED","RF","TG","YH"].map(i=>[...i].map(e=>`Key${e}`)),I1=20,L1=120;function $u({viewer:i,player:e,data:t,ask:n,apply:s,tell:r,settle:o,units:a}){let l=nt("drive"),c=nt("go"),u=nt("spring"),h=new Set,f=!1,d=0,p=0,y=Promise.resolve(),g=null,m=t.levers.map((_,w)=>{let D=`lever-${_.name}`,P=ee("output"),I=ee("input",{type:"range",id:D,min:-_.limit,max:_.limit,step:_.limit/500,value:_.rest}),F=ee("label",{for:D},hn(_.name.replace(/\/position$/,"")));Yu[w]&&F.append(" ",...Yu[w].flatMap(
L=>[ee("kbd",{"data-code":L,title:"key: forth, back"},L.slice(3))," "]));let k=L=>{I.value=String(L);let B=+I.value;P.textContent=`${Math.abs(B)<1e-9*_.limit?"0":Un(B*a.factor(_.unit))}${_.unit==="1"?"":` ${a.name(_.unit)}`}`};return I.oninput=()=>{k(+I.value),x()},I.addEventListener("pointerup",()=>{u.checked&&k(_.rest)}),k(_.rest),nt("levers").append(ee("div",{class:"slider"},F,P,I)),{lever:_,input:I,set:k,byKey:!1}});N1(),document.addEventListener("keydown",_=>{_.ctrlKey||_.metaKey||_.altKey||
Al(_.target)||(D1(_),m.some((w,D)=>Yu[D]?.includes(_.code))&&(h.add(_.code),x()))}),document.addEventListener("keyup",_=>h.delete(_.code)),window.addEventListener("blur",()=>h.clear());let v=_=>{let w=navigator.getGamepads?[...navigator.getGamepads()].find(D=>D):null;m.forEach((D,P)=>{let{lever:I,input:F}=D,[k,L]=Yu[P]??[],B=+h.has(k)-+h.has(L),W=+F.value,V=w&&P<w.axes.length?w.axes[P]*(P%2?-1:1):0;if(Math.abs(V)>.1)D.byKey=!0,D.set(V*I.limit);else if(B)D.byKey=!0,D.set(Math.max(-I.limit,Math.min(
I.limit,W+B*3*_*I.limit)));else if(D.byKey&&u.checked){let he=4*_*I.limit;D.set(Math.abs(W-I.rest)<=he?I.rest:W-Math.sign(W-I.rest)*he),+F.value===I.rest&&(D.byKey=!1)}})},b=_=>{let w=Object.keys(_.signals);if(!w.length)return;(!g||_.time<g.t[g.t.length-1])&&(nt("strips").replaceChildren(),g={t:[_.time-.001],rows:new Map(w.map(P=>[P,[_.signals[P].value]])),plots:null},p=0),g.t.push(_.time);for(let P of w)g.rows.get(P).push(_.signals[P].value);for(;g.t[0]<_.time-I1;){g.t.shift();for(let P of g.rows.
values())P.shift()}if(performance.now()-p<L1)return;p=performance.now();let D=new $n({names:w,units:w.map(P=>_.signals[P].unit),rows:w.map((P,I)=>I+1),t:0},[Float32Array.from(g.t),...w.map(P=>Float32Array.from(g.rows.get(P)))]);if(g.plots)g.plots.renew(D,[g.t[0],Math.max(_.time,g.t[0]+1)]);else{g.plots=new ir(nt("strips"),D,a,()=>{});for(let P of new Set(D.data.units))g.plots.add({title:"at the levers",signals:w.filter(I=>D.unit(I)===P)})}g.plots.at(_.time)},x=()=>{if(f)return;f=!0;let _=y;y=Promise.
all([_,T(++d)])},T=async _=>{e.pause(),t.rides&&(i.scene.follow=t.rides),c.textContent="❚❚ stop",r("Driving: drag a lever, hold its key, or take a game controller.");let w=performance.now();for(;f&&_===d;){await new Promise(F=>requestAnimationFrame(F));let D=performance.now(),P=Math.min(.25,Math.max(.005,(D-w)/1e3*e.speed));w=D,v(P);let I=await n("/drive",{levers:Object.fromEntries(m.map(F=>[F.lever.name,+F.input.value])),seconds:P});if(!I.ok){r(I.message,!0),A();break}s(I),o(),nt("clock").textContent=
`${I.time.toFixed(2)} s`,b(I),I.warnings.length&&r(I.warnings[0],!0),document.documentElement.dataset.driven=String(I.time)}},A=()=>(f=!1,c.textContent="▶ drive",y);return c.onclick=()=>{f?A():x()},l.hidden=!m.length,{start:x,stop:A,park:async()=>{await A(),m.forEach(_=>_.set(_.lever.rest))},get driving(){return f}}}function D1(i){if(new RegExp("^\\p{L}$","u").test(i.key??""))for(let e of document.querySelectorAll(`kbd[data-code="${CSS.escape(i.code)}"]`))e.textContent=i.key.toUpperCase()}async function N1(){
let i=navigator.keyboard;if(i)try{let e=await i.getLayoutMap();for(let t of document.querySelectorAll("kbd[data-code]"))t.textContent=(e.get(t.dataset.code)??t.textContent).toUpperCase()}catch{}}var _x=new il;function yx(i,e,t,n){let s=e.getBoundingClientRect();_x.setFromCamera(new Fe((i.clientX-s.left)/s.width*2-1,1-(i.clientY-s.top)/s.height*2),t);let r=n.map((a,l)=>({group:a,body:l})).filter(a=>a.group.visible),o=null;for(let{group:a,body:l}of r)for(let c of _x.intersectObject(a,!0))c.object.type==="Mesh"&&(!o||c.distance<o.distance)&&(o={distance:c.distance,hit:{body:l,point:c.point.clone()}});return o?.hit??null}function vx(i,e,t,n){let s=e.getBoundingClientRect(),r=n.clone().project(
t).z;return n.clone().set((i.clientX-s.left)/s.width*2-1,1-(i.clientY-s.top)/s.height*2,r).unproject(t)}var U1=30;function Zu(i,e){let{canvas:t}=i,n=t.parentElement,s=null,r=null,o=0,a=0,l=()=>{o--,c()},c=()=>{for(;s&&r&&o<(e.ahead??1);){let d=r;r=null,o++||(a=performance.now()),e.move(s.body,s.point,d).finally(()=>{e.ahead?requestAnimationFrame(l):l()})}},u=0,h=0,f=d=>{let p=!i.software||i.pictures!==h;h=i.pictures,u&&p&&i.pace(d-(i.software?Math.max(u,a):u),U1),(!u||p)&&(u=d),s||(u=0),i.hold(!!s),s&&requestAnimationFrame(f)};t.addEventListener("pointerdown",d=>{let p=e.free()&&d.button===0&&!d.shiftKey?
i.under(d):null;p&&(s={body:p.body,point:i.local(p.body,p.point).toArray(),moved:!1,pointer:d.pointerId})},!0),t.addEventListener("pointermove",d=>{!s||d.pointerId!==s.pointer||(d.stopPropagation(),s.moved||requestAnimationFrame(f),s.moved=!0,r=vx(d,t,i.eye.camera(n.clientWidth,n.clientHeight),i.point([s.body,...s.point])).toArray(),c())},!0);for(let d of["pointerup","pointercancel"])t.addEventListener(d,()=>{let p=s?.moved;s=null,r=null,p&&e.settle()},!0)}var Ju=class i{constructor(e,t){this.module=e;this.links=t}module;links;about=null;progress=()=>{};waiting=new Map;count=0;worker=null;static async open(e){let t=new i((await Mh(e.module)).buffer,e.links);return await t.begin(),t}async begin(){let e=URL.createObjectURL(new Blob(['"use strict";(()=>{function L(o,t){let s=t.length,r=o.map((e,i)=>[...e,t[i]]);for(let e=0;e<s;e++){let i=e;for(let a=e+1;a<s;a++)Math.abs(r[a][e])>Math.abs(r[i][e])&&(i=a);if(!(Math.abs(r[i][e])>=1e-14))return null;[r[e\
],r[i]]=[r[i],r[e]];for(let a=e+1;a<s;a++){let u=r[a][e]/r[e][e];if(u)for(let h=e;h<=s;h++)r[a][h]-=u*r[e][h]}}let n=new Array(s).fill(0);for(let e=s-1;e>=0;e--){let i=r[e][s];for(let a=e+1;a<s;a++)i-=r[e][a]*n[a];n[e]=i/r[e][e]}return n}var H=.05,X=1e-5,Y=.02,K=.35,V=.5,[,P,Z,,,,,,tt,,et]=[...Array(11).keys()],rt=0,st=2,B=10,nt=1e5,W=65536,at={2:"stopped by an event",3:"the tolerance cannot be reached: steps became too short",4:"the motion is no longer finite: take a shorter step, or check the \
values",5:"the loops could not be closed again after a step",6:"too many steps",8:"the same event happened again and again",9:"the steps collapsed at a singular position",10:"the machine is stiff for this method"},it=o=>{let t=Math.abs(o);\nif(!(t<6))return Math.sign(o)||o;if(t<2.5){let r=t,n=t;for(let e=1;Math.abs(r)>1e-17*n&&e<200;e++)r*=2*t*t/(2*e+1),n+=r;return Math.sign(o)*2/Math.sqrt(Math.PI)*Math.exp(-t*t)*n}let s=t;for(let r=60;r>0;r--)s=t+r/2/s;return Math.sign(o)*(1-Math.exp(-t*t)/Math.\
sqrt(Math.PI)/s)},ot=(o,t)=>{let s=o/t,r=Math.floor(s),n=s-r;return o-t*(n>.5||n===.5&&r%2!==0?r+1:r)},ut={fmod:(o,t)=>o%t,remainder:ot,erf:it},E=class extends Error{},D=class{constructor(t,s,r,n,e,i,a,u,h,l,m){this.machine=t;this.t=s;this.\nx=r;this.u=n;this.p=e;this.status=i;this.done=a;this.steps=u;this.rejected=h;this.events=l;this.milliseconds=m}machine;t;x;u;p;status;done;steps;rejected;events;milliseconds;levels=[];get names(){return Object.keys(this.machine.about.signals)}unit(t){return t\
his.place(t)[2]}signal(t){let[s,r]=this.place(t),[n,e]=this.machine.about.levels[s],i=this.levels[s]??=this.machine.sampled(n,e,this),a=new Float64Array(this.t.length);for(let u=0;u<a.length;u++)a[u]=i[u*e+r];return a}bodies(){let t=this.machine.\nabout.bodies;return t?this.machine.sampled(t[0],t[1],this):new Float64Array(0)}get final(){let t=this.machine.about.sizes.x;return this.x.slice(-t)}place(t){let s=this.machine.about.signals[t];if(!s)throw new E(`no signal ${t}`);return s}};function lt(o\
){return new Response(new Blob([o]).stream().pipeThrough(new DecompressionStream("deflate"))).text()}var j=class o{constructor(t,s,r){this.about=t;this.memory=s;this.table=r;this.u=Float64Array.from(t.inputs,n=>n.value),this.p=Float64Array.from(t.\nparameters,n=>n.value),this.look();for(let[n,e]of Object.entries(t.methods))this.pristine.set(n,new Uint8Array(s.buffer,e.base,e.bytes).slice())}about;memory;table;f=new Float64Array;i=new BigInt64Array;pristine=new Map;u;p;starts=new Map;at=null;hand=\
null;static async load(t){let s=t instanceof WebAssembly.Module?t:await WebAssembly.compile(t),[r]=WebAssembly.Module.customSections(s,"biela");if(!r)throw new E("not a machine of biela: the module has no section of that name");let n=JSON.parse(await lt(\nr)),e={};if(n.format!==1)throw new E(`a machine of format ${n.format}: this code reads format 1`);for(let{name:a}of WebAssembly.Module.imports(s))e[a]=ut[a]??Math[a];let{exports:i}=await WebAssembly.instantiate(s,{math:e});return new o(n,i.memor\
y,i.table)}look(){this.f=new Float64Array(this.memory.buffer),this.i=new BigInt64Array(this.memory.buffer)}reserve(t){let s=t-this.memory.buffer.byteLength;s>0&&(this.memory.grow(Math.ceil(s/W)),this.look())}set(t,s){if(!Number.isFinite(s))throw new E(`${t}\\\n is ${s}: give a finite number`);let{parameters:r,inputs:n,starts:e}=this.about,i=r.findIndex(h=>h.name===t),a=n.findIndex(h=>h.name===t),u=e.find(h=>h.name===t);if(i>=0)this.p[i]=s;else if(a>=0&&!n[a].law)this.u[a]=s;else if(u)this.starts.s\
et(u.entry,s);else throw new E(a>=0?`${t} follows a law, which is part of the compiled code`:`${t} is neither a free parameter nor an input nor a value of the start`);return this}get(t){let{parameters:s,inputs:r,starts:n}=this.about,e=s.findIndex(u=>u.name===\nt),i=r.findIndex(u=>u.name===t),a=n.find(u=>u.name===t);if(e<0&&i<0&&!a)throw new E(`${t} is neither a free parameter nor an input nor a value of the start`);return e>=0?this.p[e]:i>=0?this.u[i]:this.starts.get(a.entry)??this.about.x[a.entr\
y]}desk(t){let{free:s,work:r,sizes:n}=this.about,e=s+8*r,i=e+64,a=i+8,u=a+8*n.x,h=u+8*this.u.length,l=h+8*this.p.length,m=l+8*n.v,g=m+8*t;return this.reserve(g+W),[i,a,u,h,l,l,m].forEach((y,p)=>{this.i[e/8+p]=BigInt(y)}),{arg:e,t:i,x:a,u,p:h,mask:l,res:m,end:g}}call(t,s){\nthis.table.get(t)(s.arg,s.arg+48,this.about.free)}sampled(t,s,r){let n=this.about.sizes.x,e=this.desk(s),i=new Float64Array(r.t.length*s);this.f.set(r.u,e.u/8),this.f.set(r.p,e.p/8);for(let a=0;a<r.t.length;a++)this.f[e.t/8]=r.\
t[a],this.f.set(r.x.subarray(a*n,a*n+n),e.x/8),this.call(t,e),i.set(this.f.subarray(e.res/8,e.res/8+s),a*s);return i}values(t,s,r,n,e=this.p){let i=this.desk(s);return this.f[i.t/8]=r,this.f.set(n,i.x/8),this.f.set(this.u,i.u/8),this.f.set(e,i.p/8),this.f.set(this.about.mask,\ni.mask/8),this.call(t,i),this.f.slice(i.res/8,i.res/8+s)}start(){let{about:t}=this,{q:s}=t.sizes,r=Float64Array.from(t.x),n=this.hand?.p??Float64Array.from(t.parameters,l=>l.value);this.hand&&r.set(this.hand.x.subarray(0,s)\
);let e=r.slice(),i=[...this.starts].filter(([l,m])=>m!==r[l]);if(!(!!this.hand||i.length>0||this.p.some((l,m)=>l!==n[m])))return r;if(t.residual&&!t.reconstruct&&i.some(([l])=>l<s+t.sizes.v))throw new E("positions and rates of the start cannot be changed here: the loops are t\\\noo large to be closed again in a page");if(!t.residual||!(t.reconstruct||t.project)){for(let[l,m]of i)r[l]=m;return this.put(r)}let u=Math.max(0,...i.filter(([l])=>l<s).map(([l,m])=>Math.abs(m-r[l]))),h=Math.min(200,Math.\
max(1,Math.ceil(u/H)));for(let l=1;l<=h;l++){let m=this.p.map((g,y)=>n[y]+(g-n[y])*l/h);for(let[g,y]of i)r[g]=e[g]+(y-e[g])*l/h;if(!this.close(r,m))throw new E("the loops do not close at these start values: the machine cannot be put there")}return this.put(r)}put(t){return this.\nhand={x:t.slice(),p:this.p.slice()},t}close(t,s){let{about:r}=this,{q:n,v:e}=r.sizes,i=r.reconstruct||r.project,a=1/0,u=1/0,h=1;for(let l=0;l<30&&(a>1e-13||u>1e-13*h);l++)t.set(this.values(i,t.length,r.t0,t,s)),[a,u]=thi\
s.values(r.residual,2,r.t0,t,s),h=1+Math.max(0,...Array.from(t.subarray(n,n+e),Math.abs));return a<1e-9&&u<1e-7*h}home(){return this.hand=null,this.starts.clear(),this.u.set(this.about.inputs.map(t=>t.value)),this.p.set(this.about.parameters.map(t=>t.value)),this}get draggable(){\nlet{about:t}=this;return!!t.bodies&&(!t.residual||t.reconstruct>0)&&t.starts.some(s=>s.entry<t.sizes.q)}drag(t,s,r,n={}){let{about:e}=this,{q:i,v:a}=e.sizes,u=e.starts.filter(b=>b.entry<i);if(!this.draggable)throw new E\
("this machine has no coordinate that can be moved by hand here");if(![...s,...r].every(Number.isFinite)||s.length!==3||r.length!==3)throw new E("a point is three finite numbers");let h=b=>b.fill(0,i,i+a),[l,m]=e.bodies,g=b=>!e.residual||this.close(b,this.p),y=b=>{let c=this.values(\nl,m,e.t0,b).subarray(18*t,18*t+12);return[0,1,2].map(d=>c[9+d]+c[d]*s[0]+c[3+d]*s[1]+c[6+d]*s[2])},p=h(this.start()),A=y(p),v=u.map(b=>b.unit==="rad"?1:e.size??1),F=u.map((b,c)=>{let d=p.slice();return d[b.entry]+=X*\
v[c],g(d)?y(d).map((x,S)=>(x-A[S])/X):[0,0,0]}),T=Y*Math.max(1e-12,...F.flat().map(Math.abs)),I=(b,c)=>b.reduce((d,x,S)=>d+x*c[S],0),k=L(F.map((b,c)=>F.map((d,x)=>I(b,d)+(c===x?T**2:0))),F.map(b=>I(b,r.map((c,d)=>c-A[d]))))??u.map(()=>0),O=Math.min(1,K/Math.max(1e-12,...k.map(Math.abs))),\nf=u.map((b,c)=>{let[d,x]=n[b.name]??[-1/0,1/0],S=p[b.entry];return Math.min(Math.max(S+O*k[c]*v[c],Math.min(d,S)),Math.max(x,S))}),w=Math.max(1,Math.ceil(Math.max(...u.map((b,c)=>Math.abs(f[c]-p[b.entry])/v[c])\
)/H)),M=p;for(let b=1;b<=w;b++){let c=M.slice();if(u.forEach((d,x)=>{c[d.entry]=p[d.entry]+(f[x]-p[d.entry])*b/w}),!g(c)||c.subarray(0,i).some((d,x)=>Math.abs(d-M[x])>V*(e.size&&e.size>1?e.size:1)))break;M=c}return u.forEach(b=>this.starts.set(b.entry,M[b.entry])),this.result(this.put(M))}run(t={}){\nlet s=this.start();return this.from(this.about.t0,s,t)}placed(){return this.result(this.start())}result(t){return new D(this,Float64Array.of(this.about.t0),t,this.u.slice(),this.p.slice(),"done",!0,0\
,0,[],0)}on(t={}){return this.at?this.from(this.at.t,this.at.x,t):this.run(t)}get time(){return this.at?.t??this.about.t0}outputs(t,s,r){let n=this.about.methods[t].step,e=r??n;return s===this.about.duration&&e===n?this.about.outputs:n!==null&&e>0&&s/e<=2e3?s/e:1e3}from(t,s,r){let{about:n}=this,e=n.sizes.\nx,i=performance.now(),a=r.duration??n.duration;if(!(a>0&&Number.isFinite(a)))throw new E(`duration is ${a}: give a positive number of seconds`);let u=r.method??n.method,h=u==="automatic",l=h?"d\
ormand-prince":u;if(!n.methods[l])throw new E(`no method ${l}: choose ${Object.keys(n.methods).join(", ")}`);let m=Math.max(1,Math.round(r.outputs??this.outputs(l,a,r.step))),g=Float64Array.from({length:m+1},(c,d)=>t+a*d/m),y=new Float64Array((m+1)*e).fill(NaN),p=[];y.set(s);let A=t,v=s,F=0,T=0,I=0,k=P,O=n.\nmethods[l].step===null,f=O?n.breaks.filter(c=>c>t&&c<t+a):[],w=[...f,g[m]];for(let c=0;c<w.length;c++){let d=w[c],x=g.filter($=>$>A&&$<=d),S=x[x.length-1]===d,Q=S?x:Float64Array.from([...x,d]\
),N=this.piece(l,A,v,Q,{...r,duration:a,count:m,yields:h&&!!n.methods.rosenbrock}),_=Math.min(N.reached,x.length);if(y.set(this.f.subarray(this.output/8,this.output/8+_*e),(I+1)*e),I+=_,F+=N.steps,T+=N.rejected,p.push(...N.events),A=N.t,v=N.x,k=N.status,k===et&&h)l="rosenbrock",c--;else if(k!==P)break}let M=I+\n1,b=Array.from(g.subarray(0,M));return k!==P&&A>b[M-1]&&v.every(Number.isFinite)&&M<=m&&(b.push(A),y.set(v,M*e),M++),this.at={t:A,x:v},new D(this,Float64Array.from(b),y.subarray(0,M*e),thi\
s.u.slice(),this.p.slice(),k===P?"done":at[k]??`status ${k}`,k===P,F,T,p,performance.now()-i)}output=0;piece(t,s,r,n,e){let{about:i}=this,a=i.methods[t],u=i.sizes.x,h=i.layout,l=a.record/8,m=this.desk(Math.max(u,i.bodies?.[1]??0,...i.levels.map(f=>f?.[1]??0))).end,g=m+8*n.length,y=n[n.length-1];this.output=g+8*\n(n.length+1),this.reserve(this.output+8*u*n.length+W),new Uint8Array(this.memory.buffer).set(this.pristine.get(t),a.base);let p=f=>Number(this.i[l+h[f]])/8,A=(f,w)=>{this.i[l+h[f]]=BigInt\
(w)},v=(f,w)=>{this.f[l+h[f]]=w},F=(f,w,M,b)=>[w,M,b].forEach((c,d)=>{this.i[l+h[f]+d]=BigInt(c)});for(let f of["X","XS"])this.f.set(r,p(f));for(let f of["T","TS"])this.f[p(f)]=s;if(this.f.set(this.u,p("U")),this.f.set(this.p,p("P")),this.f.set(n,m/8),F("TIMES",m,1,n.length),F("OUT",this.output,u,u*n.length),F("\\\nGRID",g,1,n.length+1),A("N_OUT",n.length),v("T0",s),v("T_END",y),a.step===null){let f=e.rtol??a.rtol,w=a.careful?a.rough?.1:f<1e-7?.2:1:1,M=i.max_step??1/0;v("RTOL",w*f),v("ATOL",w*(e.a\
tol??a.atol)),v("MIN_STEP",1e-15*(y-s)),v("YIELDS",e.yields&&t!=="rosenbrock"?1:0),v("MAX_STEP",i.watchful?Math.min(M,e.duration/Math.max(e.count,100)):M)}else{let f=e.step??a.step,w=e.duration/e.count,M=Math.max(1,Math.ceil(w/f-1e-9)),b=w/M;if(!(f>0))throw new E(`step is ${f}: give a positive number of seconds`);\nv("STEP_SIZE",b),n.forEach((c,d)=>{this.i[g/8+d]=BigInt(Math.round((c-s)/b))}),this.i[g/8+n.length]=-1n}let T=this.table.get(a.loop),I=p("STATUS"),k=[],O=[];for(;;){A("BLOCK",2e4),T(a.\
record),e.progress?.(this.f[p("T")]);let f=Number(this.i[l+h.REASON]);if(f===st)this.happen(t,k,O,y-s);else if(f===rt)break}return{status:Number(this.i[I]),t:this.f[p("T")],x:this.f.slice(p("X"),p("X")+u),reached:Number(this.i[p("NEXT")]),steps:Number(this.i[p("TAKEN")]),rejected:Number(this.i[p("REJECTED")]),events:k}}happen(t,s,r,n){\nlet{about:e}=this,i=e.methods[t].record/8,a=e.layout,u=m=>Number(this.i[i+a[m]])/8,h=e.sizes.x,l=this.f[u("T")];e.events.forEach((m,g)=>{if(this.f[u("FIRED")+g]<.\
5)return;if(m.action==="touch"){r.push(l),r.length>=B&&l-r[r.length-B]<1e-6*n&&e.events.forEach((p,A)=>{p.action==="touch"&&(this.f[u("DIRECTION")+A]=NaN)});return}s.push({name:m.name,time:l}),m.action==="stop"?this.i[u("STATUS")]=BigInt(Z):Array.isArray(m.action)&&this.f.set(this.changed(m.action,l,this.f.slice(u("X"),u("X")+h)),u("X"));\nlet y=s.slice(-B);(s.length>nt||y.length===B&&y.every(p=>p.name===m.name)&&l-y[0].time<1e-7*n)&&(this.i[u("STATUS")]=BigInt(tt))}),this.i[u("EVENT")]=0n,this.i\
[u("FRESH")]=1n}changed(t,s,r){let n=r.slice(),e=i=>this.one("machine.energy",s,i);for(let[i,a]of t)n[i]=this.one(a,s,r);return n[this.about.sizes.work]=r[this.about.sizes.work]+e(n)-e(r),n}one(t,s,r){let[n,e]=this.about.signals[t],[i,a]=this.about.levels[n];return this.values(i,a,s,r)[e]}},C=o=>j.load(o);var R,z=[];function U(o,t,s){let r=o.length/t,n=Array.from({length:7*s.length},()=>new Float32Array(t));for(let e=0;e<t;e++)s.forEach((i,a)=>{let u=o.subarray(e*r+18*i,e*r+18*i+12),[h,l,m,g,y,p\
,A,v,F]=u,T=[1+h+y+F,1+h-y-F,1-h+y-F,1-h-y+F],I=T.indexOf(Math.max(...T)),k=[[T[0],p-v,A-m,l-g],[p-v,T[1],l+g,A+m],[A-m,l+g,T[2],p+v],[l-g,A+m,p+v,T[3]]][I],O=Math.hypot(...k);[...k.map(f=>f/O),u[9],u[10],u[11]].forEach((f,w)=>{n[7*a+w][e]=f})});return n}function G(o){let t=o.names,s=o.t[0];return{start:s,\nt:Float32Array.from(o.t,r=>r-s),names:t,units:t.map(r=>o.unit(r)),rows:t.map(r=>Float32Array.from(o.signal(r))),poses:U(o.bodies(),o.t.length,z),status:o.status,done:o.done,steps:o.steps,milli\
seconds:o.milliseconds,events:o.events}}var q=o=>({poses:U(o.bodies(),1,z).map(t=>t[0]),values:Object.fromEntries(R.about.starts.filter(t=>t.entry<R.about.sizes.q).map(t=>[t.name,R.get(t.name)]))});async function ht(o,t){if(o.kind==="load")return R=await C(o.module),z=o.links,R.about;for(let[n,e]of Object.entries(\no.values))R.set(n,e);if(o.kind==="run")return G(R.run({...o.options,progress:t}));if(o.kind==="on")return G(R.on({...o.options,progress:t}));if(o.kind==="home")return q(R.home().placed\
());if(o.kind==="drag")return q(R.drag(z[o.body],o.point,o.target,o.limits));if(o.kind==="place")return q(R.placed());let s=o.fresh?R.run(o.options):R.on(o.options),r=s.t.length-1;return{time:R.time,status:s.status,done:s.done,poses:U(s.bodies(),s.t.length,z).map(n=>n[r]),signals:Object.fromEntries(o.signals.map(n=>[\nn,{unit:s.unit(n),value:s.signal(n)[r]}]))}}var J=Promise.resolve();self.onmessage=o=>{let t=r=>{self.postMessage({id:o.data.id,time:r})},s=J.then(()=>ht(o.data,t));J=s.catch(()=>{}\
),s.then(r=>self.postMessage({id:o.data.id,ok:!0,value:r}),r=>self.postMessage({id:o.data.id,ok:!1,message:r instanceof Error?r.message:String(r)}))};})();\n'],{type:"text/javascript"})),t=new Worker(e);this.worker=t,t.onmessage=n=>{let{id:s,ok:r,value:o,message:a,time:l}=n.data,c=this.waiting.get(s);if(l!==void 0){this.progress(l);return}this.waiting.delete(s),r?c?.good(o):c?.bad(new Error(a))},t.onerror=n=>this.fail(n.message||"the simulator of this page cannot start"),this.about=await this.ask(
{kind:"load",module:this.module.slice(0),links:this.links}),URL.revokeObjectURL(e)}fail(e){for(let t of this.waiting.values())t.bad(new Error(e));this.waiting.clear()}async stop(){this.close(),this.fail("stopped"),await this.begin()}close(){this.worker?.terminate(),this.worker=null}ask(e){let t=++this.count;return new Promise((n,s)=>{this.waiting.set(t,{good:n,bad:s}),this.worker.postMessage({...e,id:t})})}run(e,t){return this.ask({kind:"run",values:e,options:t})}on(e,t){return this.ask({kind:"o\
n",values:e,options:t})}place(e){return this.ask({kind:"place",values:e})}home(){return this.ask({kind:"home",values:{}})}drag(e,t,n,s,r={}){return this.ask({kind:"drag",values:e,body:t,point:n,target:s,limits:r})}drive(e,t,n,s){return this.ask({kind:"drive",values:e,options:t,signals:n,fresh:s})}};var F1=3,O1=6,B1=400;async function bx(i,{data:e,run:t,units:n,plots:s,player:r,viewer:o}){let a=await Ju.open(e.live),{about:l}=a,c={},u=ee("p",{class:"say",id:"live-say",role:"status"},"Change a value and run again: the machine is inside this page."),h=new Map,f=t,d=1,p=!1,y=!1,g=(K,be,Ce)=>{let H=e.live.levers.find(Le=>Le.name===K.name)?.limit??(K.unit==="rad"?Math.PI:Math.abs(be)>0?Math.abs(be):1),J=`live-${K.name}`,Q=()=>n.name(K.unit),ue=ee("input",{type:"range",id:J,min:be-H,max:be+H,step:H/
500,value:be}),fe=ee("input",{type:"number",step:"any",class:"number","aria-label":`${hn(K.name)}, typed`}),Oe=ee("span"),N=Le=>{fe.value=String(+(Le*n.factor(K.unit)).toPrecision(6)),Oe.textContent=Q()==="1"?"":Q()},_e=Le=>{Le<+ue.min&&(ue.min=String(Le)),Le>+ue.max&&(ue.max=String(Le)),ue.value=String(Le),c[K.name]=Le,N(Le)};return ue.oninput=()=>{c[K.name]=+ue.value,N(+ue.value),Ce?.()},fe.onchange=()=>{let Le=+fe.value/n.factor(K.unit);Number.isFinite(Le)&&fe.value&&(_e(Le),Ce?.())},n.listeners.
push(()=>N(+ue.value)),N(be),h.set(K.name,_e),ee("div",{class:"slider"},ee("label",{for:J},hn(K.name)),ee("span",{class:"typed"},fe," ",Oe),ue)},m=(K,be,Ce)=>be.length?ee("details",{open:Ce},ee("summary",{},`${K} (${be.length})`),ee("div",{class:"sliders"},...be)):null,v=!1,b=!1,x=!1,T=-1,A=({poses:K})=>{r?.pause(),T=r?.time??0,o.pose.set(K),o.forces=null,o.ask()},_=async()=>{if(!o||v){b=v;return}v=!0;do{b=!1;try{A(await a.place(c)),D("The machine at this start.")}catch(K){D(K.message,!0)}}while(b);
v=!1,document.documentElement.dataset.placed=String(Number(document.documentElement.dataset.placed??0)+1)},w=async(K,be,Ce)=>{if(!x){x=!0,r?.pause();let H=f.nearest(r?.time??0);if(r&&r.time>0&&r.time!==T)for(let J of Ae)f.has(J.name)&&(c[J.name]=f.signal(J.name)[H])}try{let H=await a.drag(c,K,be,Ce);A(H);for(let[J,Q]of Object.entries(H.values))h.get(J)?.(Q);D("Moved by hand: the next run begins here.")}catch(H){D(H.message,!0)}document.documentElement.dataset.dragged=String(Number(document.documentElement.
dataset.dragged??0)+1)},D=(K,be=!1)=>{u.textContent=K,u.classList.toggle("bad",be)},P=[...l.method==="automatic"?["automatic"]:[],...Object.keys(l.methods)],I=ee("select",{id:"live-method"},...P.map(K=>new Option(K,K,K===l.method,K===l.method))),F=ee("input",{type:"number",id:"live-duration",min:0,step:"any",value:l.duration,class:"number"}),k=ee("input",{type:"number",id:"live-fine",min:0,step:"any",class:"number"}),L=ee("span"),B=()=>l.methods[I.value==="automatic"?"dormand-prince":I.value],W=()=>{
let K=B().step!==null;L.textContent=K?"step [s]":"tolerance",k.value=String(K?+B().step.toPrecision(6):B().rtol)};I.onchange=W,W();let V=()=>{let K=+k.value;return{duration:+F.value,method:I.value,...B().step!==null?{step:K}:{rtol:K,atol:K*.01}}},he=K=>new $n({...e,start:K.start,names:K.names,units:K.units,t:0,rows:K.names.map((be,Ce)=>Ce+1),poses:K.poses.map((be,Ce)=>Ce+1+K.names.length),reactions:null,scales:{},others:void 0,live:void 0},[K.t,...K.rows,...K.poses]),Z=(K,be)=>{let Ce=be.names.filter(
Q=>K.has(Q)),H=be.data.start-K.data.start,J=(Q,ue)=>{let fe=new Float32Array(Q.length+ue.length-1);return fe.set(Q),fe.set(ue.subarray(1),Q.length),fe};return new $n({...be.data,start:K.data.start,names:Ce,units:Ce.map(Q=>be.unit(Q)),rows:Ce.map((Q,ue)=>ue+1),poses:be.data.poses.map((Q,ue)=>ue+1+Ce.length)},[J(K.t,be.t.map(Q=>Q+H)),...Ce.map(Q=>J(K.signal(Q),be.signal(Q))),...be.data.poses.map((Q,ue)=>J(K.table[K.data.poses[ue]],be.table[Q]))])},j=async K=>{if(p)return null;let be=K?f.data.start+
f.t[f.t.length-1]:l.t0,Ce=+F.value,H=window.setTimeout(()=>{re.hidden=!1},B1);p=!0;for(let J of ie)J.disabled=!0;D("Computing…"),a.progress=J=>{we.value=(J-be)/Ce};try{if(K&&(d===1||y)){if(y)throw new Error("The run before was stopped: run again first, then play on.");await a.run({},{...V(),duration:l.duration})}let J=await(K?a.on(c,V()):a.run(c,V())),Q=K?Z(f,he(J)):he(J),ue=`run ${++d}`;f=Q,y=!1,s.others=s.others.slice(-(F1-1)),s.overlay(Q,ue),r&&(r.load(Q),r.play());let fe=J.t[J.t.length-1],
Oe=fe*1e3/Math.max(J.milliseconds,.01);return D(`${ue}: ${+fe.toPrecision(4)} s in ${Un(J.milliseconds)} ms, ${Math.round(Oe).toLocaleString("en").replace(/,/g," ")} × real time, ${J.steps} step${J.steps===1?"":"s"}.${J.done?"":` It ended early: ${J.status}${J.events.length?` (${J.events[J.events.length-1].name})`:""}.`}`,!J.done),document.documentElement.dataset.runs=String(d),Q}catch(J){return D(J.message==="stopped"?"Stopped. The values are as you set them.":J.message,!0),null}finally{p=!1,clearTimeout(
H),re.hidden=!0,we.removeAttribute("value");for(let J of ie)J.disabled=!1}},ne=ee("button",{class:"main",id:"live-run",type:"button"},"run again"),Me=ee("button",{id:"live-on",type:"button",title:"from where the last run ended"},"play on"),me=ee("button",{id:"live-reset",type:"button"},"values as they were"),ie=[ne,Me,me],we=ee("progress",{max:1,"aria-label":"progress of the run"}),Y=ee("button",{id:"live-stop",type:"button"},"stop"),re=ee("div",{class:"controls",id:"live-waiting",hidden:!0},we,
Y);Y.onclick=()=>{a.stop().then(()=>{y=!0})},ne.onclick=()=>{j(!1)},Me.onclick=()=>{j(!0)},me.onclick=()=>{for(let K of[...l.parameters,...l.inputs])h.get(K.name)?.(K.value);for(let K of l.starts)h.get(K.name)?.(l.x[K.entry]);F.value=String(l.duration),I.value=l.method,W();for(let K of Object.keys(c))delete c[K];a.home().then(K=>{o&&A(K),D("All values as they were.")})};let ye=l.inputs.filter(K=>!K.law),Ae=l.starts.filter(K=>K.entry<l.sizes.q&&(l.reconstruct||!l.residual)),et=l.starts.filter(K=>K.
entry>=l.sizes.q&&K.entry<l.sizes.q+l.sizes.v&&(l.reconstruct||!l.residual)),qe=l.starts.filter(K=>K.entry>=l.sizes.q+l.sizes.v),ot=(K,be)=>K.map(Ce=>g(Ce,Ce.value??l.x[Ce.entry],be)),lt=ee("input",{type:"checkbox",id:"hands"});lt.checked=!0,o&&Ae.length&&l.bodies&&nt("switches").append(ee("label",{title:"drag a body: the machine moves, its loops stay closed"},lt,"drag bodies")),i.append(ee("section",{class:"live",id:"live","aria-label":"change and run again"},ee("h2",{},"Change and run again"),
m("Free parameters",ot(l.parameters,l.reconstruct||l.project?()=>{_()}:void 0),!0),m("Inputs",ot(ye),!0),m("Start: positions",ot(Ae,()=>{_()}),l.parameters.length+ye.length===0),m("Start: rates",ot(et),!1),m("Start: states of networks",ot(qe),!1),ee("div",{class:"controls"},ee("label",{},"duration [s]",F),ee("label",{},"method",I),ee("label",{},L,k)),ee("div",{class:"controls"},ne,Me,me),re,u,ee("div",{class:"card",id:"drive",hidden:!0},ee("h2",{},"Drive in real time"),ee("div",{class:"sliders",
id:"levers"}),ee("div",{class:"controls"},ee("button",{class:"main",id:"go",type:"button"},"▶ drive"),ee("label",{},k1(),"levers return by themselves")),ee("div",{class:"plots",id:"strips"})),ee("details",{},ee("summary",{},"What this page cannot change"),ee("ul",{},...[...l.cannot,...l.left_out?[`${l.left_out} signals that no plot shows: they are in the first run only`]:[]].map(K=>ee("li",{},`${K}.`))))));let ve=o&&r&&e.live.levers.length?z1(a,{viewer:o,player:r,data:e,units:n,tell:D,options:V,
values:c}):null;return o&&Ae.length&&l.bodies&&Zu(o,{free:()=>!p&&lt.checked&&!ve?.driving,move:w,settle:()=>{x=!1}}),{bench:a,again:()=>j(!1),on:()=>j(!0),set:(K,be)=>{let Ce=h.get(K);if(!Ce)throw new Error(`no value ${K}`);Ce(be)},get last(){return f}}}var k1=()=>{let i=ee("input",{type:"checkbox",id:"spring"});return i.checked=!0,i};function z1(i,{viewer:e,player:t,data:n,units:s,tell:r,options:o,values:a}){let{about:l}=i,c=[...new Set((n.plots[0]?.signals??[]).filter(d=>d in l.signals))].slice(
0,O1),u=!0,h=async(d,p={})=>{let{levers:y,seconds:g}=p,{duration:m,...v}=o();try{let b=await i.drive({...a,...y},{...v,duration:g,outputs:1},c,u);return u=!1,b.done?{ok:!0,code:200,message:"",pose:b.poses,forces:null,scales:{},closure:0,values:{},low:0,high:0,time:b.time,warnings:[],signals:b.signals}:(u=!0,{ok:!1,message:`The run ended: ${b.status}.`})}catch(b){return u=!0,{ok:!1,message:b.message}}},f=d=>{t.pause(),e.pose.set(d.pose),e.forces=null,e.ask()};return $u({viewer:e,player:t,data:{...n,
levers:n.live.levers,rides:null},ask:h,apply:f,tell:r,settle:()=>{},units:s})}var Ku=class{constructor(e,t,n){this.t=e;this.rows=t;this.bodies=n;this.frames=e.length}t;rows;bodies;frames;pose(e,t){let n=s=>this.rows[7*e+s][t];return{q:new en(n(1),n(2),n(3),n(0)),p:new G(n(4),n(5),n(6))}}point(e,t,n){let{q:s,p:r}=this.pose(e,n);return t.clone().applyQuaternion(s).add(r)}at(e,t){let n=Math.max(0,Math.min(this.frames-1,Math.floor(e))),s=Math.min(this.frames-1,n+1),r=e-n;for(let o=0;o<this.bodies;o++){let a=7*o,l=0,c=0;for(let u=0;u<4;u++)l+=this.rows[a+u][n]*this.rows[a+u][s];
for(let u=0;u<4;u++){let h=(1-r)*this.rows[a+u][n]+r*(l<0?-1:1)*this.rows[a+u][s];t[a+u]=h,c+=h*h}for(let u=0;u<4;u++)t[a+u]/=Math.sqrt(c)||1;for(let u=4;u<7;u++)t[a+u]=(1-r)*this.rows[a+u][n]+r*this.rows[a+u][s]}return t}};var Mx=[.001,.002,.005,.01,.02,.05,.1,.2,.5,1,2,5,10],V1=55,Sx=()=>Mx.map(i=>new Option(`${i} ×`,String(i),i===1,i===1)),Yo=class{constructor(e,t){this.viewer=e;this.onTime=t;this.button.onclick=()=>this.toggle(),this.slider.oninput=()=>{this.pause(),this.seek(+this.slider.value)},this.chooser.onchange=()=>{this.speed=+this.chooser.value},document.addEventListener("keydown",n=>{Al(n.target)||n.ctrlKey||n.metaKey||n.altKey||(n.code==="Space"?(n.preventDefault(),this.toggle()):n.code==="Home"?this.
seek(0):this.run&&(n.code==="ArrowLeft"||n.code==="ArrowRight")&&!(n.target instanceof HTMLInputElement)&&(this.pause(),this.seek(this.run.t[Math.max(0,Math.min(this.run.t.length-1,this.run.nearest(this.time)+(n.code==="ArrowLeft"?-1:1)))])))})}viewer;onTime;time=0;speed=1;playing=!1;end=1;run=null;motion=null;rate=0;onFrame=()=>{};button=nt("play");slider=nt("time");clock=nt("clock");chooser=nt("speed");load(e){this.run=e,this.motion=new Ku(e.t,e.data.poses.map(n=>e.table[n]),this.viewer.scene.
bodies.length),this.end=e.t[e.t.length-1]||1e-9,this.slider.max=String(this.end),this.slider.step=String(this.end/2e3),this.slider.disabled=!1;let t=this.end<1?this.end/8:this.end>30?this.end/20:1;this.speed=Mx.reduce((n,s)=>Math.abs(Math.log(s/t))<Math.abs(Math.log(n/t))?s:n),this.chooser.value=String(this.speed),this.seek(0)}seek(e){let t=this.run,n=this.motion;if(!t||!n)return;this.time=Math.max(0,Math.min(this.end,e));let s=t.position(this.time),r=Math.round(s),o=this.viewer;n.at(s,o.pose),o.
forces=t.data.reactions?t.data.reactions.map(a=>t.table[a][r]):null,o.scales=Object.fromEntries(Object.entries(t.data.scales).map(([a,l])=>[a,t.table[l][r]])),this.onFrame(r),this.playing?o.draw():o.ask(),this.slider.value=String(this.time),this.clock.textContent=`${(t.data.start+this.time).toFixed(this.end<.5?4:this.end<5?3:2)} s`,this.onTime(this.time,this.playing)}toggle(){this.playing?this.pause():this.play()}pause(){this.playing&&(this.viewer.ask(),this.playing=this.viewer.playing=!1,this.button.
textContent="▶ play")}play(){if(!this.run||this.playing)return;this.playing=this.viewer.playing=!0,this.button.textContent="❚❚ pause",this.time>=this.end&&this.seek(0);let e=performance.now(),t=n=>{if(!this.playing)return;let s=Math.min(n-e,250),r=this.time+s/1e3*this.speed;e=n,this.rate=this.rate?.9*this.rate+.1*s:s,this.viewer.pace(s,V1),this.seek(r>=this.end?0:r),requestAnimationFrame(t)};requestAnimationFrame(t)}};function wx(i){let e=[],t="",n=!1;for(let s=0;s<i.length;s++){let r=i[s];n?r!=='"'?t+=r:i[s+1]==='"'?(t+=r,s++):n=!1:r==='"'?n=!0:r===","?(e.push(t),t=""):t+=r}return[...e,t]}function Tx(i,e,t){let n=i.split(/\r?\n/).filter(l=>l&&!l.startsWith("#")),s=wx(n[0]??"").map(l=>/^(.*?)(?: \[(.*)\])?$/.exec(l.trim()));if(n.length<3||s.length<2||!/^(time|t)$/i.test(s[0][1]))return null;let r=s.map(()=>new Float32Array(n.length-1));n.slice(1).forEach((l,c)=>{let u=wx(l);s.forEach((h,f)=>{r[f][c]=u[f]?.trim()?
Number(u[f]):NaN})});let o=r[0][0],a=s.map(l=>l[2]===void 0?[t.unit(l[1]),1]:e.si(l[2]));return!isFinite(o)||!r[0].every((l,c)=>c===0||l>=r[0][c-1])?null:(r[0]=r[0].map(l=>l-o),a.forEach(([,l],c)=>{c&&l!==1&&(r[c]=r[c].map(u=>u/l))}),new $n({names:s.slice(1).map(l=>l[1]),units:a.slice(1).map(l=>l[0]),rows:s.slice(1).map((l,c)=>c+1),t:0},r))}var Zd=60;function Ax(i,e){let t=i.run,n=ee("input",{type:"search",id:"search",placeholder:`search ${t.names.length} signals`,"aria-label":"search the signals"}),s=ee("ul",{class:"signals","aria-label":"signals"}),r=ee("span",{class:"soft"}),o=p=>ee("li",{},ee("button",{type:"button",draggable:"true",title:"click: a plot of its own; drag: into a plot",click:()=>{i.add({title:p,signals:[p]}).root.scrollIntoView({behavior:"smooth",block:"nearest"})},dragstart:y=>y.dataTransfer?.setData("text/plain",
p)},p,ee("span",{class:"soft"},$i(i.units.name(t.unit(p)))))),a=()=>{let p=n.value.toLowerCase().split(/\s+/).filter(Boolean),y=t.names.filter(g=>p.every(m=>g.toLowerCase().includes(m)));s.replaceChildren(...y.slice(0,Zd).map(o)),r.textContent=`${y.length} of ${t.names.length}${y.length>Zd?`, the first ${Zd} shown`:""}${e?`; ${e} more in result.nc`:""}`};n.oninput=a,i.units.listeners.push(a),a();let l=(p,y)=>ee("input",{id:p,list:"signal-names",placeholder:y,"aria-label":y}),c=l("xy-x","x signal"),
u=l("xy-y","y signal"),h=ee("datalist",{id:"signal-names"},...t.names.map(p=>ee("option",{value:p}))),f=ee("button",{type:"button",id:"xy-add",click:()=>{t.has(c.value)&&t.has(u.value)?i.add({title:u.value,signals:[u.value],x:c.value}).root.scrollIntoView({behavior:"smooth",block:"nearest"}):d.textContent="Choose two signals of this run."}},"draw y over x"),d=ee("span",{class:"soft",role:"status"});return ee("section",{class:"card browser"},ee("h2",{},"Signals"),n,r,s,ee("div",{class:"xyrow"},u,
"over",c,f,d),h,ee("p",{class:"soft"},"In a plot: drag to zoom (both ways), shift-drag to move, ctrl-wheel and shift-wheel to zoom, double-click to see all, click to set the time. Drop the report of another run, or a table of its signals (CSV), here to lay it over this one."))}var $o=class{constructor(e,t){this.tables=e;this.system=t}tables;system;listeners=[];entry(e){return this.tables[this.system]?.[e]??[e,1]}name(e){return this.entry(e)[0]}factor(e){return this.entry(e)[1]}si(e){for(let t of Object.values(this.tables))for(let[n,[s,r]]of Object.entries(t))if(s===e)return[n,r];return[e==="1"?"":e,1]}shown(e,t){let n=this.factor(t);return n===1?e:Float32Array.from(e,s=>s*n)}choose(e){this.system=e;for(let t of this.listeners)t()}};function Cx(i,e=!1){let t=i[0].index!==null,n=new Set(Object.keys(i[0].attributes)),s=new Set(Object.keys(i[0].morphAttributes)),r={},o={},a=i[0].morphTargetsRelative,l=new sn;l.morphTargetsRelative=a;let c=0;for(let u=0;u<i.length;++u){let h=i[u],f=0,d=0;if(t!==(h.index!==null))return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+u+". All geometries must have compatible attributes; make sure index attribute exists among all geometries, or in none o\
f them."),null;for(let p in h.attributes){if(!n.has(p))return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+u+'. All geometries must have compatible attributes; make sure "'+p+'" attribute exists among all geometries, or in none of them.'),null;r[p]===void 0&&(r[p]=[]),r[p].push(h.attributes[p]),f++}if(f!==n.size)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+u+". Make sure all geometries have the\
 same number of attributes."),null;if(a!==h.morphTargetsRelative)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+u+". .morphTargetsRelative must be consistent throughout all geometries."),null;for(let p in h.morphAttributes){if(!s.has(p))return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+u+".  .morphAttributes must be consistent throughout all geometries."),null;if(h.morphAttributes[p].length!==i[0].
morphAttributes[p].length)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+u+'. All geometries must have the same number of morph targets for the "'+p+'" morph attribute.'),null;o[p]===void 0&&(o[p]=[]),o[p].push(h.morphAttributes[p]),d++}if(d!==s.size)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+u+". Make sure all geometries have the same number of morph attributes."),null;if(e){let p;if(t)
p=h.index.count;else if(h.attributes.position!==void 0)p=h.attributes.position.count;else return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+u+". The geometry must have either an index or a position attribute"),null;l.addGroup(c,p,u),c+=p}}if(t){let u=0,h=[];for(let f=0;f<i.length;++f){let d=i[f].index;for(let p=0;p<d.count;++p)h.push(d.getX(p)+u);u+=i[f].attributes.position.count}l.setIndex(h)}for(let u in r){let h=Ex(r[u]);if(!h)return console.error(
"THREE.BufferGeometryUtils: .mergeGeometries() failed while trying to merge the "+u+" attribute."),null;l.setAttribute(u,h)}for(let u in o){let h=o[u][0].length;if(h!==0){l.morphAttributes=l.morphAttributes||{},l.morphAttributes[u]=[];for(let f=0;f<h;++f){let d=[];for(let y=0;y<o[u].length;++y)d.push(o[u][y][f]);let p=Ex(d);if(!p)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed while trying to merge the "+u+" morphAttribute."),null;l.morphAttributes[u].push(p)}}}return l}
function Ex(i){let e,t,n,s=-1,r=0;for(let c=0;c<i.length;++c){let u=i[c];if(e===void 0&&(e=u.array.constructor),e!==u.array.constructor)return console.error("THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.array must be of consistent array types across matching attributes."),null;if(t===void 0&&(t=u.itemSize),t!==u.itemSize)return console.error("THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.itemSize must be consistent across matching attributes."),null;
if(n===void 0&&(n=u.normalized),n!==u.normalized)return console.error("THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.normalized must be consistent across matching attributes."),null;if(s===-1&&(s=u.gpuType),s!==u.gpuType)return console.error("THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.gpuType must be consistent across matching attributes."),null;r+=u.count*t}let o=new e(r),a=new Qt(o,t,n),l=0;for(let c=0;c<i.length;++c){let u=i[c];if(u.isInterleavedBufferAttribute){
let h=l/t;for(let f=0,d=u.count;f<d;f++)for(let p=0;p<t;p++){let y=u.getComponent(f,p);a.setComponent(f+h,p,y)}}else o.set(u.array,l);l+=u.count*t}return s!==void 0&&(a.gpuType=s),a}function Px(i,e=1e-4){e=Math.max(e,Number.EPSILON);let t={},n=i.getIndex(),s=i.getAttribute("position"),r=n?n.count:s.count,o=0,a=Object.keys(i.attributes),l=[],c=new Map,u=[],h=["getX","getY","getZ","getW"],f=e*.5,d=Math.log10(1/e),p=Math.pow(10,d),y=f*p;for(let m=0;m<r;m++){let v=n?n.getX(m):m,b="";for(let x=0,T=a.length;x<T;x++){let A=a[x],_=i.getAttribute(A),w=_.itemSize;for(let D=0;D<w;D++)b+=`${Math.trunc(_[h[D]](v)*p+y)},`}b in t?u.push(t[b]):(l.push(v),t[b]=o,u.push(o),o++)}let g=i.clone();
for(let m in i.attributes)g.setAttribute(m,Rx(i.attributes[m],l,c));for(let m in i.morphAttributes)g.morphAttributes[m]=i.morphAttributes[m].map(v=>Rx(v,l,c));return g.setIndex(u),g}function Ix(i,e=Math.PI/3){let t=i.index?i.toNonIndexed():i,n=t.attributes.position,s=n.count,r;if(n.isBufferAttribute===!0&&n.itemSize===3&&n.normalized===!1)r=n.array;else{r=new Float64Array(s*3);for(let x=0;x<s;x++)r[3*x+0]=n.getX(x),r[3*x+1]=n.getY(x),r[3*x+2]=n.getZ(x)}let o=Math.cos(e),a=(1+1e-10)*100,l=s/3,c=new Float64Array(l*3);for(let x=0;x<l;x++){let T=9*x,A=r[T+0],_=r[T+1],w=r[T+2],D=r[T+3],P=r[T+4],I=r[T+5],F=r[T+6],k=r[T+7],L=r[T+8],B=F-D,W=k-P,V=L-I,he=A-D,Z=_-P,j=w-I,ne=W*j-V*Z,Me=V*
he-B*j,me=B*Z-W*he,ie=1/(Math.sqrt(ne*ne+Me*Me+me*me)||1);c[3*x+0]=ne*ie,c[3*x+1]=Me*ie,c[3*x+2]=me*ie}let u=new Int32Array(s),h=new Float64Array(s*3),f=1;for(;f<s*2;)f<<=1;let d=f-1,p=new Int32Array(f),y=0;for(let x=0;x<s;x++){let T=3*x,A=Math.trunc(r[T+0]*a),_=Math.trunc(r[T+1]*a),w=Math.trunc(r[T+2]*a),D=(Math.imul(A,73856093)^Math.imul(_,19349663)^Math.imul(w,83492791))&d;for(;;){let P=p[D];if(P===0){let F=3*y;h[F+0]=A,h[F+1]=_,h[F+2]=w,p[D]=y+1,u[x]=y++;break}let I=3*(P-1);if(h[I+0]===A&&h[I+
1]===_&&h[I+2]===w){u[x]=P-1;break}D=D+1&d}}let g=new Int32Array(y+1);for(let x=0;x<s;x++)g[u[x]+1]++;for(let x=0;x<y;x++)g[x+1]+=g[x];let m=new Int32Array(s),v=g.slice(0,y);for(let x=0;x<l;x++){let T=3*x;m[v[u[T+0]]++]=x,m[v[u[T+1]]++]=x,m[v[u[T+2]]++]=x}let b=new Float32Array(s*3);for(let x=0;x<l;x++){let T=3*x,A=c[T+0],_=c[T+1],w=c[T+2];for(let D=0;D<3;D++){let P=T+D,I=u[P],F=0,k=0,L=0;for(let W=g[I],V=g[I+1];W<V;W++){let he=3*m[W],Z=c[he+0],j=c[he+1],ne=c[he+2];A*Z+_*j+w*ne>o&&(F+=Z,k+=j,L+=
ne)}let B=1/(Math.sqrt(F*F+k*k+L*L)||1);b[3*P+0]=F*B,b[3*P+1]=k*B,b[3*P+2]=L*B}}return t.setAttribute("normal",new Qt(b,3,!1)),t}function Rx(i,e,t=new Map){let n=i.isInterleavedBufferAttribute,s=n?i.data:i,r=n?s.stride:i.itemSize,o=n?t.get(s):void 0;if(o===void 0){let l=new s.array.constructor(e.length*r);for(let c=0;c<e.length;c++)for(let u=0;u<r;u++)l[c*r+u]=s.array[e[c]*r+u];o=n?new s.constructor(l,r,s.meshPerAttribute):new i.constructor(l,i.itemSize,i.normalized,i.meshPerAttribute),o.setUsage(
s.usage),n&&t.set(s,o)}let a=n?new i.constructor(o,i.itemSize,i.offset,i.normalized):o;return a.name=i.name,n||(a.gpuType=i.gpuType),a}var Lx=new G(0,1,0),G1=.6,H1=15e-5,Yt=i=>new G(i[0],i[1],i[2]),ju=(i,e)=>Math.min(40,Math.max(12,2*Math.ceil(Math.PI/2/Math.acos(1-Math.min(1,H1*e/i)))));function Dx(i,e,t){let n=t.clone().sub(e),s=new en().setFromUnitVectors(Lx,n.lengthSq()>0?n.normalize():Lx);return i.applyMatrix4(new vt().compose(e.clone().add(t).multiplyScalar(.5),s,new G(1,1,1)))}function Nx(i,e,t,n,s){let r=e.clone().normalize(),o=i[1].clone().sub(i[0]).addScaledVector(r,-i[1].clone().sub(i[0]).dot(r)).normalize(),a=r.clone().
cross(o),l=i[0],c=i.map(d=>{let p=d.clone().sub(l);return new Fe(p.dot(o),p.dot(a))}),u=new di().setFromPoints(i).getSize(new G).length(),h=s?Math.min(.08*t,.01*u):0,f=new $a(new Lo(c),{depth:t-2*h,bevelEnabled:s,bevelThickness:h,bevelSize:h,bevelOffset:-h,bevelSegments:1,curveSegments:1});return f.translate(0,0,h-t/2+n),f.applyMatrix4(new vt().makeBasis(o,a,r).setPosition(l))}function W1(i,e,t){let n=Yt(i.n).normalize(),s=Yt(i.a),r=Yt(i.b),o=r.clone().sub(s),a=o.addScaledVector(n,-o.dot(n)).normalize(),
l=n.clone().cross(a),c=ju(i.w,e)/2,u=[];for(let[h,f]of[[r,-.5],[s,.5]])for(let d=0;d<=c;d++){let p=Math.PI*(f+d/c);u.push(h.clone().addScaledVector(a,i.w*Math.cos(p)).addScaledVector(l,i.w*Math.sin(p)))}return Nx(u,n,i.t,i.o??0,t)}var X1={cyl:(i,e)=>{let t=Yt(i.a),n=Yt(i.b);return Dx(new es(i.e??i.r,i.r,Math.max(t.distanceTo(n),1e-9),ju(Math.max(i.e??0,i.r),e)),t,n)},rod:(i,e)=>{let t=Yt(i.a),n=Yt(i.b),s=ju(i.r,e);return Dx(new Fa(i.r,t.distanceTo(n),Math.ceil(s/4),s),t,n)},ball:(i,e)=>{let t=ju(
i.r,e);return new Mr(i.r,t,t/2).translate(...i.p)},box:i=>{let e=i.R??[1,0,0,0,1,0,0,0,1];return new Zs(...i.s).applyMatrix4(new vt().set(e[0],e[1],e[2],i.p[0],e[3],e[4],e[5],i.p[1],e[6],e[7],e[8],i.p[2],0,0,0,1))},bar:W1,plate:(i,e,t)=>Nx(i.points.map(Yt),Yt(i.n),i.t,i.o??0,t),mesh:i=>{let e=new sn;return e.setAttribute("position",new Qt(i.v,3)),e.setIndex(new Qt(i.f,1)),e}};function q1(i,e){let t=i;for(let n of Object.keys(t.attributes))n!=="position"&&n!=="normal"&&t.deleteAttribute(n);return e&&
(t=Ix(t.index?t.toNonIndexed():t,G1)),t.index?t:Px(t)}function Ux(i,e,t){let n=new Map;for(let s of i){let r=X1[s.k]?.(s,e,t);r&&n.set(s.c??"",[...n.get(s.c??"")??[],q1(r,["bar","plate","mesh"].includes(s.k))])}return new Map([...n].map(([s,r])=>[s,Cx(r)]))}var Qu=36,eh={front:[0,0],back:[Math.PI,0],left:[-Math.PI/2,0],right:[Math.PI/2,0],top:[0,1.5],oblique:[.6,.45]},th=class{constructor(e,t,n){this.data=e;this.canvas=t;this.redraw=n;this.renew(),this.target=Yt(e.centre),this.yaw=e.yaw,this.pitch=e.pitch,this.parallel=e.planar,this.home(),this.mouse()}data;canvas;redraw;target;travel=new G;distance=1;yaw;pitch;parallel;perspective=new Jn(Qu);flat=new js;up=new G;right=new G;depth=new G;renew(){this.up=Yt(this.data.up),this.right=Yt(this.data.right),
this.depth=this.right.clone().cross(this.up)}shape=0;touched=!1;fit(){let e=this.canvas.clientWidth/this.canvas.clientHeight;!this.touched&&e!==this.shape&&this.home()}home(){this.touched=!1;let e=this.data,t=this.shape=(this.canvas.clientWidth||4)/(this.canvas.clientHeight||3),n=4*e.unit,s=Math.tan(Qu*Math.PI/360);this.target=Yt(e.centre),this.distance=e.frame.length?Math.max(...e.frame.map(([r,o,a])=>a+1.06*Math.max(Math.abs(o)+n,(Math.abs(r)+n)/t)/s)):1.16*Math.max((e.half[1]+n)/s,(e.half[0]+
n)/(s*t)),this.yaw=e.yaw,this.pitch=e.pitch,this.parallel=e.planar}look(e){eh[e]?([this.yaw,this.pitch]=eh[e],this.touched=!0):this.home()}camera(e,t){let n=Math.cos(this.pitch),s=this.right.clone().multiplyScalar(n*Math.sin(this.yaw)).addScaledVector(this.depth,n*Math.cos(this.yaw)).addScaledVector(this.up,Math.sin(this.pitch)),r=this.target.clone().add(this.travel),o=r.clone().addScaledVector(s,this.distance),a=this.distance/100,l=12*this.distance+10*this.data.size,c=e/t,u=this.parallel?this.flat:
this.perspective;if(u instanceof js){let h=this.distance*Math.tan(Qu*Math.PI/360);Object.assign(u,{left:-h*c,right:h*c,top:h,bottom:-h,near:-l,far:l})}else Object.assign(u,{aspect:c,near:a,far:l});return u.matrixAutoUpdate=!1,u.position.copy(o),u.up.copy(this.up),u.matrix.copy(new vt().lookAt(o,r,this.up)).setPosition(o),u.matrixWorldNeedsUpdate=!0,u.updateMatrixWorld(!0),u.updateProjectionMatrix(),u}pan(e,t){let n=2*this.distance*Math.tan(Qu*Math.PI/360)/this.canvas.clientHeight,s=this.camera(1,
1).matrix.elements;this.target.addScaledVector(new G(s[0],s[1],s[2]),-e*n).addScaledVector(new G(s[4],s[5],s[6]),t*n)}mouse(){let e=this.canvas,t=new Map,n=0,s=()=>{let[r,o]=[...t.values()];return Math.hypot(r.x-o.x,r.y-o.y)};e.addEventListener("pointerdown",r=>{r.defaultPrevented||(t.set(r.pointerId,{x:r.clientX,y:r.clientY}),r.isTrusted&&e.setPointerCapture(r.pointerId),t.size===2&&(n=s()))});for(let r of["pointerup","pointercancel"])e.addEventListener(r,o=>t.delete(o.pointerId));e.addEventListener(
"contextmenu",r=>r.preventDefault()),e.addEventListener("pointermove",r=>{let o=t.get(r.pointerId);if(!o)return;this.touched=!0;let a=r.clientX-o.x,l=r.clientY-o.y;if(o.x=r.clientX,o.y=r.clientY,t.size===2){let c=s();this.distance*=n/Math.max(c,1),n=c,this.pan(a/2,l/2)}else r.shiftKey||(r.buttons&6)!==0?this.pan(a,l):(this.yaw-=a*.008,this.pitch=Math.max(-1.55,Math.min(1.55,this.pitch+l*.008)));this.redraw()}),e.addEventListener("wheel",r=>{r.preventDefault(),this.touched=!0,this.distance*=Math.
exp(.0012*r.deltaY),this.redraw()},{passive:!1}),e.addEventListener("dblclick",()=>{this.home(),this.redraw()})}};var Jd=class{constructor(){this.id=0,this.object=null,this.z=0,this.renderOrder=0}},gl=class{constructor(){this.id=0,this.v1=new Ps,this.v2=new Ps,this.v3=new Ps,this.normalModel=new G,this.vertexNormalsModel=[new G,new G,new G],this.vertexNormalsLength=0,this.color=new ut,this.material=null,this.uvs=[new Fe,new Fe,new Fe],this.z=0,this.renderOrder=0}},Ps=class{constructor(){this.position=new G,this.positionWorld=new G,this.positionScreen=new Nt,this.visible=!0}copy(e){this.positionWorld.copy(e.
positionWorld),this.positionScreen.copy(e.positionScreen)}},xl=class{constructor(){this.id=0,this.v1=new Ps,this.v2=new Ps,this.vertexColors=[new ut,new ut],this.material=null,this.z=0,this.renderOrder=0}},_l=class{constructor(){this.id=0,this.object=null,this.x=0,this.y=0,this.z=0,this.rotation=0,this.scale=new Fe,this.material=null,this.renderOrder=0}},nh=class{constructor(){let e,t,n=0,s,r,o=0,a,l,c=0,u,h,f=0,d,p,y=0,g,m=[],v=[],b={objects:[],lights:[],elements:[]},x=new G,T=new Nt,A=new di(new G(
-1,-1,-1),new G(1,1,1)),_=new di,w=new Array(3),D=new vt,P=new vt,I=new vt,F=new Qi,k=[],L=[],B=[],W=[],V=[],he=[],Z=new Nt,j=new Nt,ne=new Nt,Me=[],me=[null,null,null],ie=[{sign:1},{sign:-1}];function we(){let H=[],J=[],Q=[],ue=null,fe=new pt;function Oe(S){ue=S,fe.getNormalMatrix(ue.matrixWorld),H.length=0,J.length=0,Q.length=0}function N(S){let X=S.position,de=S.positionWorld,ae=S.positionScreen;de.copy(X).applyMatrix4(g),ae.copy(de).applyMatrix4(P);let Ee=1/ae.w;ae.x*=Ee,ae.y*=Ee,ae.z*=Ee,S.
visible=ae.x>=-1&&ae.x<=1&&ae.y>=-1&&ae.y<=1&&ae.z>=-1&&ae.z<=1}function _e(S,X,de){s=qe(),s.position.set(S,X,de),N(s)}function Le(S,X,de){H.push(S,X,de)}function Ge(S,X,de){J.push(S,X,de)}function Re(S,X){Q.push(S,X)}function Qe(S,X,de){return S.visible===!0||X.visible===!0||de.visible===!0?!0:(w[0]=S.positionScreen,w[1]=X.positionScreen,w[2]=de.positionScreen,A.intersectsBox(_.setFromPoints(w)))}function De(S,X,de){return(de.positionScreen.x-S.positionScreen.x)*(X.positionScreen.y-S.positionScreen.
y)-(de.positionScreen.y-S.positionScreen.y)*(X.positionScreen.x-S.positionScreen.x)<0}function $e(S,X){let de=L[S],ae=L[X];de.positionScreen.copy(de.position).applyMatrix4(I),ae.positionScreen.copy(ae.position).applyMatrix4(I),Ce(de.positionScreen,ae.positionScreen)===!0&&(de.positionScreen.multiplyScalar(1/de.positionScreen.w),ae.positionScreen.multiplyScalar(1/ae.positionScreen.w),u=lt(),u.id=ue.id,u.v1.copy(de),u.v2.copy(ae),u.z=Math.max(de.positionScreen.z,ae.positionScreen.z),u.renderOrder=
ue.renderOrder,u.material=ue.material,ue.material.vertexColors&&(u.vertexColors[0].fromArray(J,S*3),u.vertexColors[1].fromArray(J,X*3)),b.elements.push(u))}function C(S,X,de,ae){let Ee=L[S],Pe=L[X],le=L[de],pe=Ee.positionScreen.w,Ie=Pe.positionScreen.w,z=le.positionScreen.w,xe=pe*(Ee.positionScreen.z+1),ge=Ie*(Pe.positionScreen.z+1),ze=z*(le.positionScreen.z+1),Ue=pe*(1-Ee.positionScreen.z),ke=Ie*(1-Pe.positionScreen.z),at=z*(1-le.positionScreen.z);if(xe<0&&ge<0&&ze<0||Ue<0&&ke<0&&at<0)return;if(xe>=
0&&ge>=0&&ze>=0&&Ue>=0&&ke>=0&&at>=0){if(Qe(Ee,Pe,le)===!1)return;if(ae.side===ei||De(Ee,Pe,le)===!0){a=ot(),a.id=ue.id,a.v1.copy(Ee),a.v2.copy(Pe),a.v3.copy(le),a.z=(Ee.positionScreen.z+Pe.positionScreen.z+le.positionScreen.z)/3,a.renderOrder=ue.renderOrder,x.subVectors(le.position,Pe.position),T.subVectors(Ee.position,Pe.position),x.cross(T),a.normalModel.copy(x),a.normalModel.applyMatrix3(fe).normalize();for(let Se=0;Se<3;Se++){let Ye=a.vertexNormalsModel[Se];Ye.fromArray(H,arguments[Se]*3),Ye.
applyMatrix3(fe).normalize(),a.uvs[Se].fromArray(Q,arguments[Se]*2)}a.vertexNormalsLength=3,a.material=ae,ae.vertexColors&&a.color.fromArray(J,S*3),b.elements.push(a)}return}Z.set(Ee.positionScreen.x*pe,Ee.positionScreen.y*pe,Ee.positionScreen.z*pe,pe),j.set(Pe.positionScreen.x*Ie,Pe.positionScreen.y*Ie,Pe.positionScreen.z*Ie,Ie),ne.set(le.positionScreen.x*z,le.positionScreen.y*z,le.positionScreen.z*z,z),me[0]=Z,me[1]=j,me[2]=ne;let dt=be(me);if(!(dt<3)){for(let Se=0;Se<dt;Se++){let Ye=m[Se],ct=Me[Se];
ct||(ct=new Ps,Me[Se]=ct);let Be=1/Ye.w;ct.positionScreen.set(Ye.x*Be,Ye.y*Be,Ye.z*Be,1),ct.positionWorld.copy(Ee.positionWorld),ct.visible=!0}for(let Se=1;Se<dt-1;Se++){let Ye=Me[0],ct=Me[Se],Be=Me[Se+1];if(ae.side===ei||De(Ye,ct,Be)===!0){a=ot(),a.id=ue.id,a.v1.copy(Ye),a.v2.copy(ct),a.v3.copy(Be),a.z=(Ye.positionScreen.z+ct.positionScreen.z+Be.positionScreen.z)/3,a.renderOrder=ue.renderOrder,x.subVectors(le.position,Pe.position),T.subVectors(Ee.position,Pe.position),x.cross(T),a.normalModel.copy(
x),a.normalModel.applyMatrix3(fe).normalize();for(let mt=0;mt<3;mt++){let Ht=a.vertexNormalsModel[mt];Ht.fromArray(H,arguments[mt]*3),Ht.applyMatrix3(fe).normalize(),a.uvs[mt].fromArray(Q,arguments[mt]*2)}a.vertexNormalsLength=3,a.material=ae,ae.vertexColors&&a.color.fromArray(J,S*3),b.elements.push(a)}}}}return{setObject:Oe,projectVertex:N,checkTriangleVisibility:Qe,checkBackfaceCulling:De,pushVertex:_e,pushNormal:Le,pushColor:Ge,pushUv:Re,pushLine:$e,pushTriangle:C}}let Y=new we;function re(H){
if(H.visible===!1)return;if(H.isLight)b.lights.push(H);else if(H.isMesh||H.isLine||H.isPoints){if(H.material.visible===!1||H.frustumCulled===!0&&F.intersectsObject(H)===!1)return;ye(H)}else if(H.isSprite){if(H.material.visible===!1||H.frustumCulled===!0&&F.intersectsSprite(H)===!1)return;ye(H)}let J=H.children;for(let Q=0,ue=J.length;Q<ue;Q++)re(J[Q])}function ye(H){e=et(),e.id=H.id,e.object=H,x.setFromMatrixPosition(H.matrixWorld),x.applyMatrix4(P),e.z=x.z,e.renderOrder=H.renderOrder,b.objects.
push(e)}this.projectScene=function(H,J,Q,ue){l=0,h=0,p=0,b.elements.length=0,H.matrixWorldAutoUpdate===!0&&H.updateMatrixWorld(),J.parent===null&&J.matrixWorldAutoUpdate===!0&&J.updateMatrixWorld(),D.copy(J.matrixWorldInverse),P.multiplyMatrices(J.projectionMatrix,D),F.setFromProjectionMatrix(P),t=0,b.objects.length=0,b.lights.length=0,re(H),Q===!0&&b.objects.sort(K);let fe=b.objects;for(let Oe=0,N=fe.length;Oe<N;Oe++){let _e=fe[Oe].object,Le=_e.geometry;if(Y.setObject(_e),g=_e.matrixWorld,r=0,_e.
isMesh){let Ge=_e.material,Re=Array.isArray(Ge),Qe=Le.attributes,De=Le.groups;if(Qe.position===void 0)continue;let $e=Qe.position.array;for(let C=0,S=$e.length;C<S;C+=3){let X=$e[C],de=$e[C+1],ae=$e[C+2],Ee=Le.morphAttributes.position;if(Ee!==void 0){let Pe=Le.morphTargetsRelative,le=_e.morphTargetInfluences;for(let pe=0,Ie=Ee.length;pe<Ie;pe++){let z=le[pe];if(z===0)continue;let xe=Ee[pe];Pe?(X+=xe.getX(C/3)*z,de+=xe.getY(C/3)*z,ae+=xe.getZ(C/3)*z):(X+=(xe.getX(C/3)-$e[C])*z,de+=(xe.getY(C/3)-$e[C+
1])*z,ae+=(xe.getZ(C/3)-$e[C+2])*z)}}Y.pushVertex(X,de,ae)}if(Qe.normal!==void 0){let C=Qe.normal.array;for(let S=0,X=C.length;S<X;S+=3)Y.pushNormal(C[S],C[S+1],C[S+2])}if(Qe.color!==void 0){let C=Qe.color.array;for(let S=0,X=C.length;S<X;S+=3)Y.pushColor(C[S],C[S+1],C[S+2])}if(Qe.uv!==void 0){let C=Qe.uv.array;for(let S=0,X=C.length;S<X;S+=2)Y.pushUv(C[S],C[S+1])}if(Le.index!==null){let C=Le.index.array;if(De.length>0)for(let S=0;S<De.length;S++){let X=De[S];if(Ge=Re===!0?_e.material[X.materialIndex]:
_e.material,Ge!==void 0)for(let de=X.start,ae=X.start+X.count;de<ae;de+=3)Y.pushTriangle(C[de],C[de+1],C[de+2],Ge)}else for(let S=0,X=C.length;S<X;S+=3)Y.pushTriangle(C[S],C[S+1],C[S+2],Ge)}else if(De.length>0)for(let C=0;C<De.length;C++){let S=De[C];if(Ge=Re===!0?_e.material[S.materialIndex]:_e.material,Ge!==void 0)for(let X=S.start,de=S.start+S.count;X<de;X+=3)Y.pushTriangle(X,X+1,X+2,Ge)}else for(let C=0,S=$e.length/3;C<S;C+=3)Y.pushTriangle(C,C+1,C+2,Ge)}else if(_e.isLine){I.multiplyMatrices(
P,g);let Ge=Le.attributes;if(Ge.position!==void 0){let Re=Ge.position.array;for(let Qe=0,De=Re.length;Qe<De;Qe+=3)Y.pushVertex(Re[Qe],Re[Qe+1],Re[Qe+2]);if(Ge.color!==void 0){let Qe=Ge.color.array;for(let De=0,$e=Qe.length;De<$e;De+=3)Y.pushColor(Qe[De],Qe[De+1],Qe[De+2])}if(Le.index!==null){let Qe=Le.index.array;for(let De=0,$e=Qe.length;De<$e;De+=2)Y.pushLine(Qe[De],Qe[De+1])}else{let Qe=_e.isLineSegments?2:1;for(let De=0,$e=Re.length/3-1;De<$e;De+=Qe)Y.pushLine(De,De+1)}}}else if(_e.isPoints){
I.multiplyMatrices(P,g);let Ge=Le.attributes;if(Ge.position!==void 0){let Re=Ge.position.array;for(let Qe=0,De=Re.length;Qe<De;Qe+=3)T.set(Re[Qe],Re[Qe+1],Re[Qe+2],1),T.applyMatrix4(I),Ae(T,_e,J)}}else _e.isSprite&&(_e.modelViewMatrix.multiplyMatrices(J.matrixWorldInverse,_e.matrixWorld),T.set(g.elements[12],g.elements[13],g.elements[14],1),T.applyMatrix4(P),Ae(T,_e,J))}return ue===!0&&b.elements.sort(K),b};function Ae(H,J,Q){let ue=1/H.w;H.z*=ue,H.z>=-1&&H.z<=1&&(d=ve(),d.id=J.id,d.x=H.x*ue,d.y=
H.y*ue,d.z=H.z,d.renderOrder=J.renderOrder,d.object=J,d.rotation=J.rotation,d.scale.x=J.scale.x*Math.abs(d.x-(H.x+Q.projectionMatrix.elements[0])/(H.w+Q.projectionMatrix.elements[12])),d.scale.y=J.scale.y*Math.abs(d.y-(H.y+Q.projectionMatrix.elements[5])/(H.w+Q.projectionMatrix.elements[13])),d.material=J.material,b.elements.push(d))}function et(){if(t===n){let H=new Jd;return k.push(H),n++,t++,H}return k[t++]}function qe(){if(r===o){let H=new Ps;return L.push(H),o++,r++,H}return L[r++]}function ot(){
if(l===c){let H=new gl;return B.push(H),c++,l++,H}return B[l++]}function lt(){if(h===f){let H=new xl;return W.push(H),f++,h++,H}return W[h++]}function ve(){if(p===y){let H=new _l;return V.push(H),y++,p++,H}return V[p++]}function K(H,J){return H.renderOrder!==J.renderOrder?H.renderOrder-J.renderOrder:H.z!==J.z?J.z-H.z:H.id!==J.id?H.id-J.id:0}function be(H){m[0]=H[0],m[1]=H[1],m[2]=H[2];let J=3,Q=0;for(let ue=0;ue<ie.length;ue++){let fe=ie[ue];if(Q=0,J===0)break;for(let N=0;N<J;N++){let _e=m[N],Le=m[(N+
1)%J],Ge=fe.sign*_e.z+_e.w,Re=fe.sign*Le.z+Le.w,Qe=Ge>=0,De=Re>=0;if(Qe&&De)v[Q++]=_e;else if(Qe&&!De){v[Q++]=_e;let $e=Ge/(Ge-Re),C=he[Q];C||(C=new Nt,he[Q]=C),C.lerpVectors(_e,Le,$e),v[Q++]=C}else if(!Qe&&De){let $e=Ge/(Ge-Re),C=he[Q];C||(C=new Nt,he[Q]=C),C.lerpVectors(_e,Le,$e),v[Q++]=C}}let Oe=m;m=v,v=Oe,J=Q}return J}function Ce(H,J){let Q=0,ue=1,fe=H.z+H.w,Oe=J.z+J.w,N=-H.z+H.w,_e=-J.z+J.w;return fe>=0&&Oe>=0&&N>=0&&_e>=0?!0:fe<0&&Oe<0||N<0&&_e<0?!1:(fe<0?Q=Math.max(Q,fe/(fe-Oe)):Oe<0&&(ue=
Math.min(ue,fe/(fe-Oe))),N<0?Q=Math.max(Q,N/(N-_e)):_e<0&&(ue=Math.min(ue,N/(N-_e))),ue<Q?!1:(H.lerp(J,Q),J.lerp(H,1-ue),!0))}}};var yl=class{constructor(){let e,t,n,s,r,o,a,l,c,u,h,f=0,d=0,p=0,y=null,g=1,m,v,b=this,x=new Oo,T=new Oo,A=new ut,_=new ut,w=new ut,D=new ut,P=new ut,I=new ut,F=new G,k=new G,L=new G,B=new G,W=new pt,V=new vt,he=new vt,Z=[],j=[],ne=[],Me=new nh,me=document.createElementNS("http://www.w3.org/2000/svg","svg");this.domElement=me,this.autoClear=!0,this.sortObjects=!0,this.sortElements=!0,this.overdraw=.5,this.outputColorSpace=Fn,this.info={render:{vertices:0,faces:0}},this.setQuality=function(H){switch(H){case"\
high":g=1;break;case"low":g=0;break}},this.setClearColor=function(H){I.set(H)},this.setPixelRatio=function(){},this.setSize=function(H,J){s=H,r=J,o=s/2,a=r/2,me.setAttribute("viewBox",-o+" "+-a+" "+s+" "+r),me.setAttribute("width",s),me.setAttribute("height",r),x.min.set(-o,-a),x.max.set(o,a)},this.getSize=function(){return{width:s,height:r}},this.setPrecision=function(H){y=H};function ie(){for(f=0;me.childNodes.length>0;)me.removeChild(me.childNodes[0])}function we(H){return y!==null?H.toFixed(
y):H}function Y(H,J){let Q=H.data.renderOrder!==void 0?H.data.renderOrder:0,ue=J.data.renderOrder!==void 0?J.data.renderOrder:0;if(Q!==ue)return Q-ue;{let fe=H.data.z!==void 0?H.data.z:0;return(J.data.z!==void 0?J.data.z:0)-fe}}this.clear=function(){ie(),me.style.backgroundColor=I.getStyle(b.outputColorSpace)},this.render=function(H,J){if(!(J instanceof Tr)){console.error("THREE.SVGRenderer.render: camera is not an instance of Camera.");return}let Q=H.background;Q&&Q.isColor?(ie(),me.style.backgroundColor=
Q.getStyle(b.outputColorSpace)):this.autoClear===!0&&this.clear(),b.info.render.vertices=0,b.info.render.faces=0,V.copy(J.matrixWorldInverse),he.multiplyMatrices(J.projectionMatrix,V),e=Me.projectScene(H,J,this.sortObjects,this.sortElements),t=e.elements,n=e.lights,W.getNormalMatrix(J.matrixWorldInverse),re(n),p=0;for(let ue=0,fe=t.length;ue<fe;ue++){let Oe=t[ue],N=Oe.material;N===void 0||N.opacity===0||Ce(p++,"element",Oe,N)}d=0,H.traverseVisible(function(ue){if(ue.isSVGObject){if(F.setFromMatrixPosition(
ue.matrixWorld),F.applyMatrix4(he),F.z<-1||F.z>1)return;let fe=F.x*o,Oe=-F.y*a,N=be(d++);N.node=ue.node,N.x=fe,N.y=Oe,N.z=F.z,N.renderOrder=ue.renderOrder,Ce(p++,"svgObject",N,null)}}),ne.length=p,this.sortElements&&d>0&&ne.sort(Y),m="",v="";for(let ue=0;ue<p;ue++){let fe=ne[ue];if(fe.type==="svgObject"){ve();let Oe=fe.data,N=Oe.node;N.setAttribute("transform","translate("+Oe.x+","+Oe.y+")"),me.appendChild(N)}else{let Oe=fe.data,N=fe.material;T.makeEmpty(),Oe instanceof _l?(l=Oe,l.x*=o,l.y*=-a,Ae(
l,Oe,N)):Oe instanceof xl?(l=Oe.v1,c=Oe.v2,l.positionScreen.x*=o,l.positionScreen.y*=-a,c.positionScreen.x*=o,c.positionScreen.y*=-a,T.setFromPoints([l.positionScreen,c.positionScreen]),x.intersectsBox(T)===!0&&et(l,c,N)):Oe instanceof gl&&(l=Oe.v1,c=Oe.v2,u=Oe.v3,l.positionScreen.x*=o,l.positionScreen.y*=-a,c.positionScreen.x*=o,c.positionScreen.y*=-a,u.positionScreen.x*=o,u.positionScreen.y*=-a,this.overdraw>0&&(ot(l.positionScreen,c.positionScreen,this.overdraw),ot(c.positionScreen,u.positionScreen,
this.overdraw),ot(u.positionScreen,l.positionScreen,this.overdraw)),T.setFromPoints([l.positionScreen,c.positionScreen,u.positionScreen]),x.intersectsBox(T)===!0&&qe(l,c,u,Oe,N))}}ve()};function re(H){w.setRGB(0,0,0),D.setRGB(0,0,0),P.setRGB(0,0,0);for(let J=0,Q=H.length;J<Q;J++){let ue=H[J],fe=ue.color;ue.isAmbientLight?(w.r+=fe.r,w.g+=fe.g,w.b+=fe.b):ue.isDirectionalLight?(D.r+=fe.r,D.g+=fe.g,D.b+=fe.b):ue.isPointLight&&(P.r+=fe.r,P.g+=fe.g,P.b+=fe.b)}}function ye(H,J,Q,ue){for(let fe=0,Oe=H.length;fe<
Oe;fe++){let N=H[fe],_e=N.color;if(N.isDirectionalLight){let Le=F.setFromMatrixPosition(N.matrixWorld).sub(k.setFromMatrixPosition(N.target.matrixWorld)).normalize(),Ge=Q.dot(Le);if(Ge<=0)continue;Ge*=N.intensity,ue.r+=_e.r*Ge,ue.g+=_e.g*Ge,ue.b+=_e.b*Ge}else if(N.isPointLight){let Le=F.setFromMatrixPosition(N.matrixWorld),Ge=Q.dot(F.subVectors(Le,J).normalize());if(Ge<=0||(Ge*=N.distance==0?1:1-Math.min(J.distanceTo(Le)/N.distance,1),Ge==0))continue;Ge*=N.intensity,ue.r+=_e.r*Ge,ue.g+=_e.g*Ge,ue.
b+=_e.b*Ge}}}function Ae(H,J,Q){let ue=J.scale.x*o,fe=J.scale.y*a;Q.isPointsMaterial&&(ue*=Q.size,fe*=Q.size);let Oe="M"+we(H.x-ue*.5)+","+we(H.y-fe*.5)+"h"+we(ue)+"v"+we(fe)+"h"+we(-ue)+"z",N="";(Q.isSpriteMaterial||Q.isPointsMaterial)&&(N="fill:"+Q.color.getStyle(b.outputColorSpace)+";fill-opacity:"+Q.opacity),lt(N,Oe)}function et(H,J,Q){let ue="M"+we(H.positionScreen.x)+","+we(H.positionScreen.y)+"L"+we(J.positionScreen.x)+","+we(J.positionScreen.y);if(Q.isLineBasicMaterial){let fe="fill:none\
;stroke:"+Q.color.getStyle(b.outputColorSpace)+";stroke-opacity:"+Q.opacity+";stroke-width:"+Q.linewidth+";stroke-linecap:"+Q.linecap;Q.isLineDashedMaterial&&(fe=fe+";stroke-dasharray:"+Q.dashSize+","+Q.gapSize),lt(fe,ue)}}function qe(H,J,Q,ue,fe){b.info.render.vertices+=3,b.info.render.faces++;let Oe="M"+we(H.positionScreen.x)+","+we(H.positionScreen.y)+"L"+we(J.positionScreen.x)+","+we(J.positionScreen.y)+"L"+we(Q.positionScreen.x)+","+we(Q.positionScreen.y)+"z",N="";fe.isMeshBasicMaterial?(A.
copy(fe.color),fe.vertexColors&&A.multiply(ue.color)):fe.isMeshLambertMaterial||fe.isMeshPhongMaterial||fe.isMeshStandardMaterial?(_.copy(fe.color),fe.vertexColors&&_.multiply(ue.color),A.copy(w),L.copy(H.positionWorld).add(J.positionWorld).add(Q.positionWorld).divideScalar(3),ye(n,L,ue.normalModel,A),A.multiply(_).add(fe.emissive)):fe.isMeshNormalMaterial&&(B.copy(ue.normalModel).applyMatrix3(W).normalize(),A.setRGB(B.x,B.y,B.z).multiplyScalar(.5).addScalar(.5)),fe.wireframe?N="fill:none;stroke\
:"+A.getStyle(b.outputColorSpace)+";stroke-opacity:"+fe.opacity+";stroke-width:"+fe.wireframeLinewidth+";stroke-linecap:"+fe.wireframeLinecap+";stroke-linejoin:"+fe.wireframeLinejoin:N="fill:"+A.getStyle(b.outputColorSpace)+";fill-opacity:"+fe.opacity,lt(N,Oe)}function ot(H,J,Q){let ue=J.x-H.x,fe=J.y-H.y,Oe=ue*ue+fe*fe;if(Oe===0)return;let N=Q/Math.sqrt(Oe);ue*=N,fe*=N,J.x+=ue,J.y+=fe,H.x-=ue,H.y-=fe}function lt(H,J){v===H?m+=J:(ve(),v=H,m=J)}function ve(){m&&(h=K(f++),h.setAttribute("d",m),h.setAttribute(
"style",v),me.appendChild(h)),m="",v=""}function K(H){let J=Z[H];return J===void 0&&(J=document.createElementNS("http://www.w3.org/2000/svg","path"),g==0&&J.setAttribute("shape-rendering","crispEdges"),Z[H]=J),J}function be(H){let J=j[H];return J===void 0&&(J={node:null,x:0,y:0,z:0,renderOrder:0},j[H]=J),J}function Ce(H,J,Q,ue){let fe=ne[H];return fe===void 0?(fe={type:J,data:Q,material:ue},ne[H]=fe,fe):(fe.type=J,fe.data=Q,fe.material=ue,fe)}}};var Y1=new G(0,1,0),$1=new es(1,1,1,16).translate(0,.5,0),Z1=new Oa(1,1,20).translate(0,.5,0),vl=class{constructor(e,t){this.radius=e;let n=new Sr({color:t,roughness:.6,emissive:t,emissiveIntensity:.25,depthTest:!1,transparent:!0});this.shaft=new vn($1,n),this.tip=new vn(Z1,n),this.shaft.renderOrder=this.tip.renderOrder=4,this.root.add(this.shaft,this.tip)}radius;root=new Tn;shaft;tip;place(e,t){let n=t.length(),s=Math.min(4*this.radius,.5*n);this.root.visible=n>1e-9,this.root.visible&&(this.root.
position.copy(e),this.root.quaternion.copy(new en().setFromUnitVectors(Y1,t.clone().divideScalar(n))),this.shaft.scale.set(this.radius,n-s,this.radius),this.tip.position.y=n-s,this.tip.scale.set(2.3*this.radius,s,2.3*this.radius))}};var ih=class{constructor(e,t,n){this.gl=e;this.redraw=n;let s=Math.min(window.devicePixelRatio||1,2);this.moving=s,this.still=t?2:s}gl;redraw;moving;still;timer=0;last=0;now=NaN;width=0;height=0;prepare(e,t,n,s){let r=n?this.still:this.moving;(r!==this.now||e!==this.width||t!==this.height)&&([this.now,this.width,this.height]=[r,e,t],this.gl.setPixelRatio(r),this.gl.setSize(e,t,!1));let o=performance.now(),a=o-this.last;this.last=o,window.clearTimeout(this.timer),r<this.still&&!s&&(this.timer=window.
setTimeout(this.redraw,Math.max(250,a<600?3*a:0)))}close(){window.clearTimeout(this.timer)}};var Kd=19,J1={joint:[8,-.6],force:[8,.4]},K1=(i,e)=>i.left+i.width<=e.left||e.left+e.width<=i.left||Math.abs(i.top-e.top)>=Kd,sh=class{host=ee("div",{class:"labels","aria-hidden":"true"});widths=new Map;constructor(e){e.append(this.host)}close(){this.host.remove()}place(e,t,n,s){let r=this.host,o=[];for(;r.children.length<e.length;)r.append(ee("span"));for(;r.children.length>e.length;)r.lastChild.remove();e.forEach((a,l)=>{let c=r.children[l],u=a.at.clone().project(t);if(c.textContent!==a.text&&
(c.textContent=a.text),c.className!==a.kind&&(c.className=a.kind),c.style.color=a.colour??"",c.style.display=u.z>1?"none":"",u.z>1)return;let h=J1[a.kind],f=this.width(a,c),d=(u.x+1)/2*n,p=(1-u.y)/2*s,y={width:f,left:h?d+h[0]:d-f/2,top:p+Kd*(h?h[1]:-1.7)},g=y.top;for(let m=1;m<9&&o.some(v=>!K1(v,y));m++)y.top=g+Kd*(m%2?-1:1)*Math.ceil(m/2);o.push(y),c.style.transform=`translate(${y.left.toFixed(1)}px, ${y.top.toFixed(1)}px)`})}width(e,t){let n=`${e.kind} ${e.kind==="force"?e.text.length:e.text}`,
s=this.widths.get(n);return s===void 0&&(s=t.offsetWidth,s&&this.widths.set(n,s)),s}};var j1=new G(0,1,0),Fx=new es(1,1,1,28);Fx.translate(0,.5,0);var jd=class extends jn{constructor(t,n,s){super();this.radius=t;this.length=n;this.turns=s}radius;length;turns;getPoint(t,n=new G){let s=Math.min(1,Math.max(0,(t-.08)/.84)),r=2*Math.PI*this.turns*s,o=this.radius*Math.min(1,12*s,12*(1-s));return n.set(o*Math.cos(r),this.length*t,o*Math.sin(r))}},rh=class{constructor(e,t,n,s){this.data=e;let r=t;this.body=s(e.colour??"#7d8794");let o=(a,l,c,u,h=0)=>{let f=new vn(Fx,a);f.castShadow=f.receiveShadow=
!0,this.root.add(f),this.parts.push({mesh:f,from:c,to:u,radius:l,side:h})};if((e.kind==="spring"||e.kind==="strut")&&(this.natural=Math.max(n,1e-6),this.coil=new vn(new Za(new jd((e.kind==="strut"?1.8:1.5)*r,this.natural,e.kind==="strut"?6:8),220,(e.kind==="strut"?.2:.26)*r,8),s("#7b8794")),this.coil.castShadow=!0,this.root.add(this.coil)),e.kind!=="spring")if(e.kind==="telescope"){let a=e.closed,l=e.bore/2,c=e.rod/2,u=s(e.rod_colour??"#cfd6dd");for(let h of e.spread?[-.5,.5]:[0]){let f=h*(e.spread??
0);o(this.body,1.18*l,()=>0,()=>.9*a,f),o(this.body,1.34*l,()=>.86*a,()=>.91*a,f),o(u,c,()=>.88*a,d=>Math.max(d,.88*a+.001),f),o(this.body,1.25*c,d=>d-1.5*l,d=>d,f)}}else e.kind==="cylinder"?(o(this.body,1.1*r,()=>0,a=>.55*a),o(s("#c3cad3"),.55*r,a=>.5*a,a=>a),o(this.body,1.25*r,()=>-.9*r,()=>.9*r),o(s("#8b95a1"),.9*r,a=>a-.8*r,a=>a+.8*r)):e.kind==="damper"||e.kind==="strut"?(o(this.body,.8*r,a=>.3*a,a=>.7*a),o(s("#9aa4b0"),.35*r,()=>0,a=>.3*a),o(s("#9aa4b0"),.35*r,a=>.7*a,a=>a)):o(s("#7b8794"),
.45*r,()=>0,a=>a)}data;root=new Tn;body;parts=[];natural=1;coil=null;place(e,t,n){let s=t.clone().sub(e),r=s.length();if(this.root.visible=r>1e-9,!!this.root.visible){if(this.root.position.copy(e),this.data.spread){let o=s.clone().normalize(),a=n.clone().addScaledVector(o,-n.dot(o)).normalize(),l=a.clone().cross(o);this.root.matrix.makeBasis(a,o,l),this.root.quaternion.setFromRotationMatrix(this.root.matrix)}else this.root.quaternion.copy(new en().setFromUnitVectors(j1,s.normalize()));this.coil?.
scale.set(1,r/this.natural,1);for(let o of this.parts){let a=o.from(r),l=o.to(r);o.mesh.position.set(o.side,a,0),o.mesh.scale.set(o.radius,Math.max(l-a,1e-6),o.radius)}}}tint(e){let t=this.body.color;e===null?t.set(this.data.colour??"#7d8794"):t.lerpColors(new ut("#3b6fb6"),new ut(e<.5?"#f2d16b":"#c4262e"),e<.5?2*e:1).lerp(new ut("#f2d16b"),e<.5?0:2*(1-e))}};var Qd=(i,e)=>e?new Ka({color:i}):new Sr({color:i,roughness:.55,metalness:.05}),Ox=i=>{let e=Qd("#ffffff",!1);return e.color.copy(i.color),e};function Bx(){let i=document.createElement("canvas").getContext("webgl2"),e=i?.getExtension("WEBGL_debug_renderer_info"),t=e?String(i.getParameter(e.UNMASKED_RENDERER_WEBGL)):"";return i?.getExtension("WEBGL_lose_context")?.loseContext(),/swiftshader|llvmpipe|software|basic render/i.test(t)}var oh=class{constructor(e,t,n,s){this.body=e;this.point=t;let r=Array.from({length:n.frames},(o,a)=>n.point(e,t,a));this.line=new Co(new sn().setFromPoints(r),new Ss({color:s,linewidth:2}))}body;point;line};var Vx=[["names","bodies"],["joints","joints"],["frames","frames"],["com","centres of mass"],["reactions","reactions"],["grid","grid"]],kx=["#c2185b","#0072b2","#009e73","#d55e00","#7b5ea7"],ep=.6,Q1=.45,zx=.3,ah=class{constructor(e,t){this.canvas=e;this.scene=t;this.eye=new th(t,e,()=>this.ask()),this.fill(),this.world.add(this.hemisphere,new nl("#ffffff",.35),this.light,this.light.target),this.lit(),this.renderer(),this.labels=new sh(e.parentElement),this.clicks(),new ResizeObserver(()=>this.ask()).
observe(e.parentElement)}canvas;scene;show={shapes:!0,grid:!0,frames:!1,com:!1,reactions:!1,names:!1,joints:!1};pose=new Float32Array(0);forces=null;scales={};scale=1;unit=e=>`${e.toPrecision(3)} N`;eye;gl=null;picked=()=>{};drawn=()=>{};selected=-1;held=!1;playing=!1;follow=-1;traces=[];lines=[];bodies=[];looks=[];world=new Ys;content=new Tn;former=[];svg=null;software=Bx();pictures=0;labels;effort=null;coms=[];frames=[];arrows=[];grid=new Tn;light=new tl("#ffffff",2.1);floor=null;asked=!1;late=0;from=[];darkness=!1;hemisphere=new el(
"#ffffff","#8d97a5",1.25);get dark(){return this.darkness}set dark(e){this.darkness=e,this.hemisphere.intensity=e?.9:1.25,this.light.intensity=e?1.7:2.1,this.ask()}material(e){return Qd(e,this.software)}meshes(e,t){return[...Ux(e,this.scene.size,!this.software)].map(([n,s])=>{let r=new vn(s,this.material(n||t));return r.castShadow=r.receiveShadow=!0,this.scene.planar&&r.add(new Po(new Ba(s,30),new Ss({color:"#1c232c",transparent:!0,opacity:.75}))),r})}reshape(e){let t=new Map(this.scene.bodies.map(
(o,a)=>[o.name,this.looks[a]])),n=this.scene.bodies[this.selected]?.name,s=this.scene.bodies[this.follow]?.name,r=o=>this.scene.bodies.findIndex(a=>a.name===o);Object.assign(this.scene,e),this.former.push(this.content),this.world.remove(this.content),this.content=new Tn,this.fill(),this.lit(),this.eye.renew(),this.follow=r(s),this.from=[],n!==void 0&&this.select(r(n)),this.scene.bodies.forEach((o,a)=>{let l=t.get(o.name);l&&l!=="shown"&&this.set(a,l)}),this.ask()}fill(){let e=this.scene,t=e.unit,
n=(...a)=>this.content.add(...a);this.pose.length!==7*e.bodies.length&&(this.pose=new Float32Array(7*e.bodies.length),e.bodies.forEach((a,l)=>{this.pose[7*l]=1})),this.bodies=e.bodies.map(a=>this.solid(a)),this.looks=e.bodies.map(()=>"shown");let s=new Tn;for(let a of this.meshes(e.ground,"#9aa4b0"))s.add(a);n(s,...this.bodies),this.lines=e.lines.map(a=>new rh(a,t,Math.max(this.point(a.a).distanceTo(this.point(a.b)),2*t),l=>this.material(l)));for(let a of this.lines)n(a.root);this.grid=this.gridLines(),
n(this.grid);let r=new Mr(1.1*t,24,16),o=this.material("#f2c230");o.depthTest=!1,this.coms=e.bodies.map((a,l)=>{let c=new vn(r,o);return c.renderOrder=3,c.userData.at=a.com?[l,...a.com]:null,c}),this.frames=e.bodies.flatMap(()=>["#d64545","#3d9a50","#3f6fd1"].map(a=>new vl(.26*t,a))),this.arrows=e.joints.map(()=>new vl(.5*t,"#c2185b")),n(...this.coms,...[...this.frames,...this.arrows].map(a=>a.root)),this.world.add(this.content)}discard(){for(let e of this.former.splice(0))e.traverse(t=>{let{geometry:n,
material:s}=t;n?.dispose();for(let r of Array.isArray(s)?s:s?[s]:[])r.dispose()})}solid(e){let t=new Tn;for(let n of this.meshes(e.shapes,e.colour))t.add(n);return t.name=e.name,t}gridLines(){let e=this.scene.grid,t=Yt(e.n),n=Math.abs(t.x)<.6?new G(1,0,0):new G(0,1,0),s=t.clone().cross(n).normalize(),r=t.clone().cross(s),o=new Tn,a=e.count*e.step;for(let c of[!1,!0]){let u=[];for(let f=-e.count;f<=e.count;f++)if(f%5===0===c)for(let[d,p]of[[s,r],[r,s]])for(let y of[-1,1])u.push(...Yt(e.p).addScaledVector(
d,f*e.step).addScaledVector(p,y*a).toArray());let h=new Po(new sn,new Ss({color:"#8693a3",transparent:!0,opacity:c?.28:.1,depthWrite:!1}));h.geometry.setAttribute("position",new Dt(u,3)),o.add(h)}let l=new vn(new br(8*a,8*a),new Ja({opacity:.2}));return l.receiveShadow=!0,l.visible=this.light.castShadow,l.quaternion.copy(new en().setFromUnitVectors(new G(0,0,1),t)),l.position.copy(Yt(e.p)).addScaledVector(t,-.001*this.scene.size),this.floor=l,this.content.add(l),o}lit(){let e=this.scene,t=this.light,
n=Yt(e.up),s=Yt(e.right),r=s.clone().cross(n),o=1.5*e.size;this.hemisphere.position.copy(n),t.userData.from=s.multiplyScalar(.45).addScaledVector(n,1).addScaledVector(r,.7).multiplyScalar(2.2*e.size),t.shadow.mapSize.set(1024,1024),t.shadow.bias=-6e-4,t.shadow.normalBias=.3*e.unit,t.shadow.radius=3,Object.assign(t.shadow.camera,{left:-o,right:o,top:o,bottom:-o,near:.05*e.size,far:8*e.size}),t.shadow.camera.updateProjectionMatrix()}renderer(){try{let e=this.software;if(!this.canvas.getContext("we\
bgl2",{antialias:!e,alpha:!0,stencil:!1}))throw new Error("no WebGL");this.gl=new Vu({canvas:this.canvas,antialias:!e,alpha:!0}),this.gl.shadowMap.type=Ar,this.shadows(!e),this.gl.setClearColor(0,0),this.effort=new ih(this.gl,e,()=>this.draw(!0))}catch{this.svg=new yl,this.svg.setQuality("low"),this.shadows(!1);let e=this.svg.domElement;e.setAttribute("class","flat"),e.setAttribute("role","img"),e.setAttribute("aria-label","picture of the machine"),this.canvas.before(e),this.canvas.parentElement.
append(ee("p",{class:"note"},"This browser has no WebGL: the machine is drawn as a plain picture."))}}shadows(e){this.gl&&(this.gl.shadowMap.enabled=e),this.light.castShadow=e,this.floor&&(this.floor.visible=e)}pace(e,t){this.late=Math.max(0,this.late+Math.min(e/t-1,1)),this.late>4&&(this.late=0,this.ease())}hold(e){this.held=e,!e&&this.effort&&(this.effort.moving=Math.max(this.effort.moving,ep))}ease(){!this.gl||!this.effort||(this.effort.moving>1?this.effort.moving=1:this.gl.shadowMap.enabled?
(this.shadows(!1),this.world.traverse(e=>{let t=e.material;t&&(t.needsUpdate=!0)})):this.effort.moving>ep?this.effort.moving=ep:this.held&&(this.effort.moving=Q1))}place(e){let t=7*e,n=this.pose;return{q:[n[t],n[t+1],n[t+2],n[t+3]],p:[n[t+4],n[t+5],n[t+6]]}}point(e){let t=new G(e[1],e[2],e[3]);if(e[0]<0)return t;let n=this.place(e[0]);return t.applyQuaternion(new en(n.q[1],n.q[2],n.q[3],n.q[0])).add(Yt(n.p))}local(e,t){let n=this.place(e);return t.clone().sub(Yt(n.p)).applyQuaternion(new en(n.q[1],
n.q[2],n.q[3],n.q[0]).invert())}travel(){let e=this.scene.follow,t=this.follow>=0?this.follow:e?e.body:-1;if(t<0)return new G;this.follow>=0&&!this.from[t]&&(this.from[t]=Yt(this.place(t).p));let n=Yt(this.scene.up),s=Yt(this.place(t).p).sub(this.follow>=0?this.from[t]:Yt(e.from));return s.addScaledVector(n,-s.dot(n))}home(){this.eye.home(),this.follow=-1,this.ask()}ask(){this.asked||(this.asked=!0,requestAnimationFrame(()=>{this.asked&&this.draw()}))}draw(e=!1){this.asked=!1,this.pictures++;let t=this.
canvas.parentElement,n=t?.clientWidth,s=t?.clientHeight;if(!n||!s)return;this.arrange(),this.eye.fit();let r=this.eye.camera(n,s);this.gl?(this.effort?.prepare(n,s,e,this.playing),this.gl.render(this.world,r)):this.svg&&(this.svg.setSize(n,s),this.svg.render(this.world,r)),this.discard(),this.labels.place(this.words(),r,n,s),this.drawn();let o=document.documentElement.dataset;o.picture||requestAnimationFrame(a=>o.picture??=a.toFixed(0))}arrange(){let e=this.scene,t=this.travel();this.eye.travel=
t;let n=5*e.grid.step;this.grid.position.set(...t.toArray().map(s=>Math.round(s/n)*n)),this.light.target.position.copy(Yt(e.centre)).add(t),this.light.position.copy(this.light.target.position).add(this.light.userData.from),this.bodies.forEach((s,r)=>{let{q:o,p:a}=this.place(r),l=this.scales[r]??1;s.visible=this.show.shapes&&this.looks[r]!=="hidden"&&l>=.05,s.position.set(...a),s.quaternion.set(o[1],o[2],o[3],o[0]),s.scale.setScalar(l)}),this.lines.forEach(s=>s.place(this.point(s.data.a),this.point(
s.data.b),s.data.a[0]<0?new G(0,1,0):this.point([s.data.a[0],0,1,0]).sub(this.point([s.data.a[0],0,0,0])))),this.grid.visible=this.show.grid,this.coms.forEach(s=>{s.visible=this.show.com&&!!s.userData.at,s.visible&&s.position.copy(this.point(s.userData.at))}),this.frames.forEach((s,r)=>{let o=Math.floor(r/3);if(s.root.visible=this.show.frames,this.show.frames){let a=this.point([o,0,0,0]);s.place(a,this.point([o,+(r%3===0),+(r%3===1),+(r%3===2)]).sub(a).multiplyScalar(7*e.unit))}}),this.arrows.forEach(
(s,r)=>{let o=this.force(r);s.root.visible=this.show.reactions&&o.length()>1e-4*this.scale,s.root.visible&&s.place(this.point(e.joints[r].at),o.multiplyScalar(zx*e.size/this.scale).clampLength(0,1.5*zx*e.size))})}force(e){let t=this.forces;return t?new G(t[3*e],t[3*e+1],t[3*e+2]):new G}words(){let e=this.scene,t=[];if(this.show.names&&e.bodies.forEach((n,s)=>{this.looks[s]!=="hidden"&&t.push({text:hn(n.name),at:this.point([s,...n.label]),kind:"body"})}),this.show.joints)for(let n of e.joints)t.push(
{text:hn(n.name),at:this.point(n.at),kind:"joint"});return this.show.reactions&&e.joints.forEach((n,s)=>{let r=this.force(s).length();r>.001*this.scale&&t.push({text:this.unit(r),at:this.point(n.at),kind:"force"})}),t}look(e){return this.looks[e]}set(e,t){this.looks[e]=t,this.bodies[e].traverse(n=>{let s=n.material;s&&n.type==="Mesh"&&(s.transparent=t==="faded",s.opacity=t==="faded"?.22:1,s.depthWrite=t!=="faded",s.needsUpdate=!0)}),this.ask()}isolate(e){this.scene.bodies.forEach((t,n)=>this.set(
n,n===e?"shown":"faded"))}all(){this.scene.bodies.forEach((e,t)=>this.set(t,"shown"))}select(e){this.selected=e,this.bodies.forEach((t,n)=>t.traverse(s=>{let r=s.material;r?.emissive&&(r.emissive=new ut(n===e?"#2f7fd0":"#000000"),r.emissiveIntensity=n===e?.35:0)})),this.ask()}trace(e,t,n){let s=new oh(e,t,n,kx[this.traces.length%kx.length]);return this.traces.push(s),this.world.add(s.line),this.ask(),s}untrace(){for(let e of this.traces)this.world.remove(e.line);this.traces=[],this.ask()}under(e){
let t=this.canvas.parentElement;return yx(e,this.canvas,this.eye.camera(t.clientWidth,t.clientHeight),this.bodies)}clicks(){let e=null;this.canvas.addEventListener("pointerdown",t=>{e=[t.clientX,t.clientY]}),this.canvas.addEventListener("pointerup",t=>{if(e&&Math.hypot(t.clientX-e[0],t.clientY-e[1])<4&&t.button===0){let n=this.under(t);this.select(n?n.body:-1),this.picked(n)}e=null})}close(){this.labels.close(),this.effort?.close(),this.gl?.dispose(),this.gl?.forceContextLoss()}png(){return this.
draw(!0),this.canvas.toDataURL("image/png")}vector(){let e=new yl,t=this.canvas.parentElement;e.setSize(t.clientWidth,t.clientHeight),e.setPrecision(2);let n=this.floor?.visible;return this.floor&&(this.floor.visible=!1),e.render(this.world,this.eye.camera(t.clientWidth,t.clientHeight)),this.floor&&(this.floor.visible=!!n),new XMLSerializer().serializeToString(e.domElement)}exported(){let e=new Tn;for(let t of this.bodies){let n=t.clone(!0);n.traverse(s=>{s.type==="LineSegments"?s.visible=!1:s.type===
"Mesh"&&(s.material=Ox(s.material))}),e.add(n)}return e.name=this.scene.name,e}};var eA="drag: turn · shift-drag: move · wheel: zoom · double-click: back · click a body: what it is",tA="space: play · ← →: one output · Home: start";function Zo(i,e,t=!1){let n=ee("canvas",{id:"canvas",role:"img","aria-label":`3-D view of ${hn(e.name)}`}),s=ee("div",{class:"view"},n,ee("div",{class:"clock",id:"clock"}),ee("div",{class:"legend3d",id:"legend3d"}),ee("div",{class:"pick",id:"pick",hidden:!0}),ee("div",{class:"hint"},eA,t?"":ee("br"),t?"":tA));if(i.prepend(s),!t){let o=ee(
"select",{id:"views","aria-label":"view"},new Option("home view",""),...Object.keys(eh).map(l=>new Option(l,l))),a=ee("select",{id:"save","aria-label":"save the view"},...[["","save…"],["png","picture (PNG)"],["svg","drawing (SVG)"],["film","film"],["glb","model (glTF)"]].map(([l,c])=>new Option(c,l)));s.after(ee("div",{class:"controls"},ee("button",{class:"main",id:"play",type:"button"},"▶ play"),ee("input",{type:"range",id:"time",min:0,max:1,value:0,step:"any","aria-label":"time"}),ee("sel\
ect",{id:"speed","aria-label":"speed"},...Sx())),ee("div",{class:"controls",id:"switches"},o,a))}let r=new ah(n,e);if(!t){let o=(a,l,c,u)=>{let h=ee("input",{type:"checkbox",id:a});return h.checked=c,h.onchange=()=>{u(h.checked),r.ask()},ee("label",{},h,l)};nt("switches").append(o("show-parallel","parallel",r.eye.parallel,a=>{r.eye.parallel=a}),...Vx.map(([a,l])=>o(`show-${a}`,l,r.show[a],c=>{r.show[a]=c,a==="reactions"&&Jo(r)}))),nt("views").onchange=a=>{let l=a.target.value;l?r.eye.look(l):r.home(),
nt("show-parallel").checked=r.eye.parallel,r.ask()}}return r}function Jo(i){Bs(nt("legend3d"),i.show.reactions&&i.forces?`longest arrow: ${i.unit(1.5*i.scale)}`:"")}function Gx(i,e,t){let n=e.run,s=i.lines.filter(l=>l.data.pressures?.some(c=>n.has(c)));if(!s.length)return;let r=0;for(let l of s)for(let c of l.data.pressures)for(let u of n.signal(c))u>r&&(r=u);let o=ee("input",{type:"checkbox",id:"show-pressure"}),a=l=>{for(let c of s)c.tint(o.checked?Math.max(...c.data.pressures.map(u=>n.signal(
u)[l]))/r:null)};o.onchange=()=>{a(n.nearest(e.time)),nt("legend3d").textContent=o.checked?`blue: 0 · red: ${Un(r*t.factor("Pa"))} ${t.name("Pa")}`:"",i.ask()},nt("switches").append(ee("label",{},o,"pressures")),e.onFrame=l=>{o.checked&&a(l)}}function Dr(i,e,t){let n=nt("pick"),s=e?.run;i.picked=r=>{if(n.hidden=!r,!r)return;let o=r.body,a=i.scene.bodies[o],l=i.scene.joints.filter(f=>f.bodies?.includes(a.name)),c=s?s.names.filter(f=>f.startsWith(`${a.name}.`)||l.some(d=>f.startsWith(`${d.name}.`))):
[],u=(f,d)=>ee("button",{type:"button",click:()=>{d(),i.ask()}},f),h=i.local(o,r.point);n.replaceChildren(ee("div",{class:"pickhead"},ee("b",{},hn(a.name)),ee("button",{type:"button",class:"close","aria-label":"close",click:()=>{n.hidden=!0,i.select(-1)}},"×")),ee("div",{},a.mass===void 0?"":`mass ${Un(a.mass)} kg`),l.length>0?ee("div",{},`joints: ${l.map(f=>`${hn(f.name)} (${f.kind??""})`).join(", ")}`):"",ee("div",{class:"row"},u(i.look(o)==="faded"?"show":"fade",()=>i.set(o,i.look(o)==="fade\
d"?"shown":"faded")),u("hide",()=>{i.set(o,"hidden"),n.hidden=!0}),u("isolate",()=>i.isolate(o)),u("show all",()=>i.all()),u("follow",()=>{i.follow=i.follow===o?-1:o})),e?.motion?ee("div",{class:"row"},u("trace this point",()=>i.trace(o,h,e.motion)),u("trace its centre",()=>{a.com&&i.trace(o,h.clone().set(...a.com),e.motion)}),u("no traces",()=>i.untrace())):"",c.length>0?ee("details",{},ee("summary",{},`${c.length} signals`),ee("ul",{class:"signals"},...c.map(f=>ee("li",{},ee("button",{type:"bu\
tton",click:()=>t(f)},f))))):"")}}function lh(i,e,t){let n=nt("save");n.onchange=()=>{let s=n.value;n.value="",gx(s,i,e,t)}}function ch(i,e){let t=nt("units");if(!t||Object.keys(i.display).length<2){t?.remove();return}t.hidden=!1,t.append(...Object.keys(i.display).map(n=>new Option(n==="SI"?"SI units":`${n} units`,n,n===e.system,n===e.system))),t.onchange=()=>e.choose(t.value)}async function uh(){let i=_i(),e=await $n.open(i),t=new $o(i.display,i.chosen),n=nt("main"),s=ee("div",{class:"card stage"}),r=ee("div",{class:"plots",id:"plots"}),o=null;if(await Os(i.scene),i.scene){n.append(s);let u=nt("results");u&&s.append(u)}n.append(r),n.classList.toggle("alone",!i.scene);let a=i.scene?Zo(s,i.scene,!!i.pose):null,l=new ir(r,e,t,u=>{o?.pause(),o?.seek(u)});for(let u of i.plots)l.add(u);e.names.length?r.append(Ax(l,i.left_out)):(r.hidden=!0,n.classList.add("alone"));for(let[
u,h]of(i.others??[]).entries())l.overlay(await $n.open({...h,display:i.display}),h.title||`run ${u+2}`);a&&i.pose?(a.pose.set(i.pose),Dr(a,null,()=>{}),a.ask(),l.at(0)):a?(o=new Yo(a,(u,h)=>l.at(u,h)),a.unit=u=>`${zn(u*t.factor("N"))} ${t.name("N")}`,a.scale=iA(e),o.load(e),Dr(a,o,u=>l.add({title:u,signals:[u]}).root.scrollIntoView({behavior:"smooth",block:"nearest"})),Gx(a,o,t),lh(a,o,i.title),i.reactions||(nt("show-reactions").parentElement.hidden=!0),t.listeners.push(()=>{Jo(a),a.ask()})):l.at(
0),ch(i,t),Yi(nt("theme"),u=>{a&&(a.dark=u),l.redraw()}),rA(l),o&&!matchMedia("(prefers-reduced-motion: reduce)").matches&&o.play();let c=i.live?await nA(s,{data:i,run:e,units:t,plots:l,player:o,viewer:a}):null;return{viewer:a,plots:l,player:o,data:i,run:e,units:t,live:c}}async function nA(i,e){try{return await bx(e.viewer?i:nt("main"),e)}catch(t){let n=nt("told");return n.textContent=`This report cannot be run again here: ${t instanceof Error?t.message:String(t)}`,n.hidden=!1,null}}function iA(i){
let e=i.data.reactions;if(!e?.length)return 1;let t=Array.from(i.t,(n,s)=>{let r=0;for(let o=0;o<e.length;o+=3)r=Math.max(r,Math.hypot(i.table[e[o]][s],i.table[e[o+1]][s],i.table[e[o+2]][s]));return r}).sort((n,s)=>n-s);return t[Math.floor(.95*(t.length-1))]||1}async function sA(i,e,t){let n=new DOMParser().parseFromString(e,"text/html").getElementById("data")?.textContent,s=t.replace(/\.(html?|csv)$/i,"");try{let r=n?await $n.open(JSON.parse(n)):Tx(e,i.units,i.run);if(!r)return/\.nc$/i.test(t)||
e.slice(1,4)==="HDF"?`${t} cannot be read by a page: drop the report.html beside it, or lay results over each other with biela compare.`:`${t} is not a report of biela, nor a table (CSV) of signals over time.`;let o=r.names.filter(l=>i.run.has(l)).length,a=r.data.title;return o?(i.overlay(r,a&&a!==i.run.data.title?a:s),`${t} is laid over this run, dashed: ${o} signals in common.`):`${t} has no signal in common with this run.`}catch{return`${t} cannot be read: its data are damaged.`}}function rA(i){
let e=nt("told");document.addEventListener("dragover",t=>t.preventDefault()),document.addEventListener("drop",t=>{let n=t.dataTransfer?.files[0];n&&(t.preventDefault(),n.text().then(s=>sA(i,s,n.name)).then(s=>{e.textContent=s,e.hidden=!1}))})}var oA=100;async function Hx(){let i=_i(),e=nt("main"),t=ee("div",{class:"card stage"}),n=nt("panel"),s=new $o(i.display,i.chosen);e.prepend(t),await Os(i.scene);let r=Zo(t,i.scene),o=nt("say"),a=nt("plots"),l=null,c=!0,u=i.now,h=null,f=!1,d=0,p=0,y=0,g=0,m=0;nt("time").disabled=!0;let v=new Yo(r,(Y,re)=>l?.at(Y,re));r.unit=Y=>`${zn(Y*s.factor("N"))} ${s.name("N")}`;let b=async(Y,re={})=>{let ye=await fetch(Y,{method:"POST",headers:{"Content-Type":"application/json","X-Biela-Token":i.token},body:JSON.
stringify(re)});return{ok:ye.ok,code:ye.status,...await ye.json()}},x=(Y,re=!1)=>{Bs(o,Y),o.classList.toggle("bad",re)},T=(Y,re)=>aA(s,Y.unit,re),A=()=>{window.clearTimeout(m),m=0,Bs(nt("closure"),u.closure.toExponential(1)),F(null)},_=Y=>{Y.scene&&r.reshape(Y.scene),u=Y,v.pause(),r.pose.set(Y.pose),r.forces=Y.forces,r.scales=Y.scales||{},r.scale=lA(Y.forces)||r.scale,Bs(nt("clock"),""),Jo(r),r.ask()},w=Y=>{_(Y),Bs(nt("closure"),Y.closure.toExponential(1))},D=Y=>{let re=Y.s,ye=re.high-re.low,Ae=100*
((re.from??re.low)-re.low)/ye,et=100*((re.to??re.high)-re.low)/ye,qe=Ae>.5||et<99.5;Y.input.style.background=qe?`linear-gradient(to right, var(--warn) 0 ${Ae}%, transparent ${Ae}% ${et}%, var(--warn) ${et}% 100%) center / 100% 4px no-repeat`:"",Y.input.title=qe?`reachable from here: ${T(re,re.from)} to ${T(re,re.to)}`:""},P=i.sliders.map(Y=>{let re=`slider-${Y.name}`,ye=ee("output"),Ae=ee("input",{type:"range",id:re,min:Y.low,max:Y.high,step:(Y.high-Y.low)/1440});Ae.oninput=()=>{ye.textContent=T(
Y,+Ae.value),k({[Y.name]:+Ae.value},Y.name)},Ae.onchange=()=>{W()};let et=ee("div",{class:"slider"},ee("label",{for:re},hn(Y.name.replace(".angle",""))),ye,Ae);return nt("sliders").append(et),{s:Y,row:et,value:ye,input:Ae}}),I=i.knobs.map(Y=>{let re=`knob-${Y.name}`,ye=ee("output",{},Ko(Y,Y.value)),Ae=ee("input",{type:"range",id:re,min:Y.low,max:Y.high,step:(Y.high-Y.low)/400,value:Y.value}),et=ee("div",{class:"slider"},ee("label",{for:re},hn(Y.name)),ye,Ae);return Ae.oninput=()=>{ye.textContent=
Ko(Y,+Ae.value)},Ae.onchange=async()=>{await B(),f=!0,c=!0,await Z.park();let qe=await b("/set",{values:{[Y.name]:+Ae.value}});await Os(qe.scene),et.classList.toggle("refused",!qe.ok),qe.pose&&w(qe),qe.ok?(Y.value=+Ae.value,x(`${hn(Y.name)} is ${Ko(Y,Y.value)}; the loops are closed.`)):(x(`${hn(Y.name)} cannot be ${Ko(Y,+Ae.value)}. ${qe.message}`,!0),Ae.value=String(Y.value),ye.textContent=Ko(Y,Y.value)),f=!1,await W()},nt("knobs").append(et),{k:Y,input:Ae,output:ye}});nt("knobs").hidden=nt("kn\
obs-title").hidden=!I.length,nt("sliders-title").hidden=!P.length,P.length||x("This machine has no joint for a slider: play its simulation.");let F=Y=>P.forEach(re=>{re.s.name!==Y&&(re.input.value=String(u.values[re.s.name]),Bs(re.value,T(re.s,u.values[re.s.name])))}),k=(Y,re)=>{h={values:Y,name:re},c=!0,f||L()},L=async()=>{for(f=!0,await Z.park();h;){let{values:Y,name:re}=h;h=null;let ye=P.find(et=>et.s.name===re),Ae=await b("/move",{values:Y});ye?.row.classList.toggle("refused",!Ae.ok),Ae.pose&&
w(Ae),Ae.ok?x("The loops are closed."):ye&&(x(`${ye.s.name} cannot be ${T(ye.s,Y[re])}. ${Ae.message}`,!0),ye.value.textContent=`${T(ye.s,Y[re])} out of reach`),F(Ae.ok||!ye?null:re)}f=!1,document.documentElement.dataset.moves=String(++d)},B=async()=>{for(;f;)await new Promise(Y=>setTimeout(Y,20))},W=async()=>{await B(),P.forEach(Y=>Y.row.classList.remove("refused")),A(),await V()},V=async()=>{for(let Y of P){if(f)return;let re=await b("/reach",{name:Y.s.name});re.ok&&(Y.s.from=re.low,Y.s.to=re.
high,D(Y))}document.documentElement.dataset.measured="yes"},he=async()=>{x("Simulating…");let Y=await b("/run");if(!Y.ok)return x(Y.message,!0),!1;let re=Y,ye=await $n.open(re);a.replaceChildren(),l=new ir(a,ye,s,Ae=>{v.pause(),v.seek(Ae)});for(let Ae of re.plots)l.add(Ae);return v.load(ye),c=!1,nt("closure").textContent=re.closure.toExponential(1),x(`Simulated ${i.duration} s; loops closed to ${re.closure.toExponential(1)}, energy to ${re.energy.toExponential(1)} J.`),!0},Z=$u({viewer:r,player:v,
data:i,ask:b,apply:w,tell:x,settle:()=>{c=!0,F(null)},units:s});nt("play").onclick=async()=>{await Z.park(),!(c&&!await he())&&v.toggle()},nt("run").onclick=async()=>{await Z.park(),c=!0,await he()&&v.play()},nt("reset").onclick=async()=>{await Z.park(),c=!0;let Y=await b("/reset");await Os(Y.scene),w(Y);for(let re of I)re.k.value=re.k.rest,re.input.value=String(re.k.rest),re.output.textContent=Ko(re.k,re.k.rest);F(null),P.forEach(re=>re.row.classList.remove("refused")),x("Back at the start."),await V()};
let j=ee("input",{type:"checkbox",id:"hands"});j.checked=!0,i.sliders.length&&nt("switches").append(ee("label",{},j,"drag bodies"));let ne=async(Y,re=++y)=>{let ye=await b("/drag",Y());if(re<g)return ne(Y);g=re,x(ye.ok?"The loops are closed.":ye.message,!ye.ok),ye.pose&&(await new Promise(Ae=>{Me.push([ye,Ae]),ie||we()}),m||=window.setTimeout(A,oA))},Me=[],me={},ie=!1,we=()=>{let[Y,re]=Me.shift()??[];ie=!!Y,Y&&(_(Y),re(),requestAnimationFrame(we))};return Zu(r,{ahead:2,free:()=>j.checked&&i.sliders.
length>0,settle:()=>{W()},move:async(Y,re,ye)=>{if(!(f&&!p)){f=!0,c=!0,p++;try{await Z.park(),me={body:i.scene.bodies[Y].name,point:re,target:ye},await ne(()=>me)}finally{--p||(f=!1,document.documentElement.dataset.moves=String(++d))}}}}),r.show.names=i.scene.bodies.length<=8,nt("show-names").checked=r.show.names,Dr(r,null,()=>{}),lh(r,v,i.title),ch(i,s),n.hidden=!1,w(i.now),F(null),s.listeners.push(()=>{F(null);for(let Y of P)D(Y);Jo(r),r.ask()}),Yi(nt("theme"),Y=>{r.dark=Y,l?.redraw()}),V(),{viewer:r,
player:v,data:i,ask:b,apply:w,tell:x,drive:Z,request:k,get now(){return u},get plots(){return l}}}function aA(i,e,t){let n=i.name(e),s={"°":1,mm:1,rad:3,m:4}[n]??3;return`${(t*i.factor(e)).toFixed(s).replace("-","−")}${n==="°"||!n||n==="1"?"":" "}${n==="1"?"":n}`}var Ko=(i,e)=>`${zn(e)}${i.unit&&i.unit!=="1"?` ${i.unit}`:""}`;function lA(i){let e=0;for(let t=0;i&&t<i.length;t+=3)e=Math.max(e,Math.hypot(i[t],i[t+1],i[t+2]));return e}async function Wx(){let i=_i();await Os(i.scene);let e=Zo(nt("main"),i.scene,!0);return e.pose.set(i.pose),e.show.names=i.scene.bodies.length<=8,Dr(e,null,()=>{}),Yi(null,t=>{e.dark=t}),e.draw(),{viewer:e,data:i}}var hh=[[68,1,84],[59,82,139],[33,145,140],[94,201,98],[253,231,37]],cA=9,uA=6;function tp(i){let e=Math.min(Math.max(i,0),1)*(hh.length-1),t=Math.min(Math.floor(e),hh.length-2);return`rgb(${hh[t].map((n,s)=>Math.round(n+(e-t)*(hh[t+1][s]-n))).join(",")})`}var np=class{constructor(e,t){this.data=e;this.columns=t;let n=t.map(s=>{let r=1/0,o=-1/0;for(let a of s)isFinite(a)&&(r=Math.min(r,a),o=Math.max(o,a));return o>r?[r,o]:isFinite(r)?[r-.5*(Math.abs(r)||1),r+.5*(Math.abs(r)||1)]:[0,1]});this.low=
n.map(s=>s[0]),this.high=n.map(s=>s[1])}data;columns;low;high;brushes=new Map;picked=-1;drawn=[];get count(){return this.columns[0]?.length??0}part(e,t){return(this.columns[e][t]-this.low[e])/(this.high[e]-this.low[e])}inside(e){for(let[t,[n,s]]of this.brushes){let r=this.part(t,e);if(!(r>=n&&r<=s))return!1}return!0}shade(e){let t=this.data.varied<this.columns.length?this.data.varied:0,n=this.part(t,e);return isFinite(n)?tp(n):fn("--soft")}label(e,t,n=0){let s=hn(this.data.names[e]),r=$i(this.data.
units[e]);return(t?hA(t,s,n-t.measureText(r).width):s)+r}redraw(){for(let e of this.drawn)e()}};function ip(i,e,t,n,s){let r=ee("canvas",{role:"img","aria-label":s,class:"linked"}),o=ee("div",{class:"scroll",tabindex:0},r);i.append(o);let a=()=>{let[l,c]=t(o.clientWidth||320),u=devicePixelRatio||1;r.width=l*u,r.height=c*u,r.style.width=`${l}px`,r.style.height=`${c}px`;let h=r.getContext("2d");h.scale(u,u),h.font="11px system-ui, sans-serif",h.textBaseline="middle",n(h,l,c)};return e.drawn.push(a),
new ResizeObserver(a).observe(o),r}function hA(i,e,t){if(i.measureText(e).width<=t)return e;let n=e.length;for(;n>1&&i.measureText(`${e.slice(0,n)}…`).width>t;)n--;return`${e.slice(0,n)}…`}function fA(i,e){let t=e.columns.length,n=44,s=22,r=34,o=(f,d)=>r+f*(d-2*r)/Math.max(t-1,1),a=(f,d)=>d-s-f*(d-n-s),l=ip(i,e,f=>[Math.max(f,84*t),300],(f,d,p)=>{let y=v=>{f.beginPath();for(let b=0,x=!0;b<t;b++){let T=e.part(b,v);if(!isFinite(T)){x=!0;continue}(x?f.moveTo:f.lineTo).call(f,o(b,d),a(T,p)),x=!1}
f.stroke()},g=[];f.lineWidth=1,f.globalAlpha=.12,f.strokeStyle=fn("--soft");for(let v=0;v<e.count;v++)e.inside(v)?g.push(v):y(v);f.globalAlpha=g.length>300?.35:.7;for(let v of g)f.strokeStyle=e.shade(v),y(v);f.globalAlpha=1,e.picked>=0&&(f.lineWidth=3,f.strokeStyle=fn("--warn"),y(e.picked));let m=(d-2*r)/Math.max(t-1,1)-8;for(let v=0;v<t;v++){let b=o(v,d),x=e.brushes.get(v);f.strokeStyle=fn("--ink"),f.lineWidth=1.2,f.beginPath(),f.moveTo(b,a(0,p)),f.lineTo(b,a(1,p)),f.stroke(),x&&(f.fillStyle=fn(
"--mark"),f.globalAlpha=.35,f.fillRect(b-8,a(x[1],p),16,a(x[0],p)-a(x[1],p)),f.globalAlpha=1),f.fillStyle=fn("--ink"),f.textAlign=v===0?"left":v===t-1?"right":"center";let T=v===0?b-r+2:v===t-1?b+r-2:b;f.font="600 11px system-ui, sans-serif",f.fillText(e.label(v,f,m),T,10),f.font="11px system-ui, sans-serif",f.fillText(zn(e.high[v]),T,28),f.fillText(zn(e.low[v]),T,p-8)}},"parallel coordinates: one line per sample");l.style.touchAction="pan-x",l.style.cursor="ns-resize";let c=-1,u=0,h=f=>{let d=l.
getBoundingClientRect(),p=d.height,y=(p-s-(f.clientY-d.top))/(p-n-s);return[f.clientX-d.left,Math.min(Math.max(y,0),1)]};l.addEventListener("pointerdown",f=>{let[d,p]=h(f),y=l.getBoundingClientRect().width;c=Math.min(Math.max(Math.round((d-r)/((y-2*r)/Math.max(t-1,1))),0),t-1),u=p,l.setPointerCapture(f.pointerId)}),l.addEventListener("pointermove",f=>{if(c<0)return;let[,d]=h(f);Math.abs(d-u)>.02&&(e.brushes.set(c,[Math.min(d,u),Math.max(d,u)]),e.redraw())}),l.addEventListener("pointerup",f=>{c>=
0&&Math.abs(h(f)[1]-u)<=.02&&(e.brushes.delete(c),e.redraw()),c=-1})}function dA(i,e,t){let n=e.columns.length,s=e.data.varied,r=Math.min(n,uA),o=Math.min(n-s,Math.max(r-s,Math.ceil(r/2))),a=[...Array(r-o).keys(),...Array.from({length:o},(h,f)=>s+f)],l=a.length,c=4,u=ip(i,e,h=>{let f=Math.min(Math.max(Math.floor(h/l),92),190);return[f*l,f*l]},(h,f)=>{let d=f/l,p=d>120?1.6:1.2;for(let y=0;y<l;y++)for(let g=0;g<l;g++){let m=g*d+c,v=y*d+c,b=d-2*c,x=a[g],T=a[y];if(h.strokeStyle=fn("--rule"),h.lineWidth=
1,h.strokeRect(m,v,b,b),y===g){pA(h,e,x,m,v,b),h.fillStyle=fn("--ink"),h.textAlign="center",h.font="600 11px system-ui, sans-serif",h.fillText(e.label(x,h,b-4),m+b/2,v+10),h.font="10px system-ui, sans-serif",h.textAlign="left",h.fillText(zn(e.low[x]),m+3,v+b-7),h.textAlign="right",h.fillText(zn(e.high[x]),m+b-3,v+b-7);continue}for(let A of[!1,!0]){h.globalAlpha=A?.8:.15,h.fillStyle=fn("--soft");for(let _=0;_<e.count;_++)if(e.inside(_)===A){let w=e.part(x,_),D=e.part(T,_);if(!isFinite(w+D))continue;
A&&(h.fillStyle=e.shade(_)),h.fillRect(m+3+w*(b-6)-p,v+b-3-D*(b-6)-p,2*p,2*p)}}if(h.globalAlpha=1,e.picked>=0){let A=e.part(x,e.picked),_=e.part(T,e.picked);isFinite(A+_)&&(h.strokeStyle=fn("--warn"),h.lineWidth=2,h.beginPath(),h.arc(m+3+A*(b-6),v+b-3-_*(b-6),5,0,7),h.stroke())}}},"scatter matrix: every quantity over every other");u.style.cursor="pointer",u.addEventListener("click",h=>{let f=u.getBoundingClientRect(),d=f.width/l,p=Math.floor((h.clientX-f.left)/d),y=Math.floor((h.clientY-f.top)/d),
g=d-2*c;if(y===p||y<0||p<0||y>=l||p>=l)return;let m=-1,v=cA**2;for(let b=0;b<e.count;b++){let x=p*d+c+3+e.part(a[p],b)*(g-6)-(h.clientX-f.left),T=(y+1)*d-c-3-e.part(a[y],b)*(g-6)-(h.clientY-f.top),A=x*x+T*T;A<v&&e.inside(b)&&(v=A,m=b)}m>=0&&t(m)})}function pA(i,e,t,n,s,r){let o=new Array(14).fill(0);for(let l=0;l<e.count;l++){let c=e.part(t,l);isFinite(c)&&e.inside(l)&&o[Math.min(Math.floor(c*14),13)]++}let a=Math.max(...o,1);i.fillStyle=fn("--mark"),i.globalAlpha=.45,o.forEach((l,c)=>{let u=(r-
40)*l/a;i.fillRect(n+3+c*(r-6)/14,s+r-16-u,(r-6)/14-1,u)}),i.globalAlpha=1}function mA(i,e){let{varied:t,names:n}=e.data,s=e.columns.length;if(t<2||t>=s)return;let r=(m,v,b,x)=>ee("select",{"aria-label":x,change:()=>e.redraw()},...Array.from({length:v-m},(T,A)=>ee("option",{value:m+A,selected:m+A===b},hn(n[m+A])))),o=r(t,s,t,"measure"),a=r(0,t,0,"horizontal"),l=r(0,t,1,"vertical"),c=ee("output",{class:"soft"});i.append(ee("div",{class:"xyrow"},o," over ",a," and ",l,c));let u=[],h=1,f=1,d=62,p=34,
y=m=>{let v=[...new Set(e.columns[m])].filter(isFinite).sort((b,x)=>b-x);return v.length<=30?[v.length,b=>v.indexOf(e.columns[m][b])]:[12,b=>Math.min(Math.floor(e.part(m,b)*12),11)]},g=ip(i,e,m=>[Math.min(m,620),320],(m,v,b)=>{let[x,T,A]=[a,l,o].map(W=>+W.value),[_,w]=y(x),[D,P]=y(T);h=_,f=D,u=Array.from({length:h*f},()=>({mean:0,count:0}));for(let W=0;W<e.count;W++){let V=e.columns[A][W],he=w(W),Z=P(W);if(isFinite(V)&&he>=0&&Z>=0){let j=u[Z*h+he];j.count++,j.mean+=(V-j.mean)/j.count}}let I=u.filter(
W=>W.count).map(W=>W.mean),F=Math.min(...I),k=Math.max(...I),L=(v-d-70)/h,B=(b-p-8)/f;u.forEach((W,V)=>{W.count&&(m.fillStyle=tp(k>F?(W.mean-F)/(k-F):.5),m.fillRect(d+V%h*L,8+(f-1-Math.floor(V/h))*B,Math.ceil(L),Math.ceil(B)))});for(let W=0;W<60;W++)m.fillStyle=tp(1-W/59),m.fillRect(v-58,8+W*(b-p-8)/60,12,(b-p-8)/60+1);m.fillStyle=fn("--ink"),m.textAlign="left",m.fillText(zn(k),v-42,14),m.fillText(zn(F),v-42,b-p-6),m.fillText(zn(e.low[x]),d,b-p+10),m.textAlign="right",m.fillText(zn(e.high[x]),v-
70,b-p+10),m.fillText(zn(e.high[T]),d-6,14),m.fillText(zn(e.low[T]),d-6,b-p-6),m.textAlign="center",m.fillText(e.label(x,m,v-d-80),d+(v-d-70)/2,b-10),m.save(),m.translate(12,(b-p)/2),m.rotate(-Math.PI/2),m.fillText(e.label(T,m,b-p-10),0,0),m.restore()},"heat map: mean of a measure over two quantities");g.addEventListener("pointermove",m=>{let v=g.getBoundingClientRect(),b=Math.floor((m.clientX-v.left-d)/((v.width-d-70)/h)),x=f-1-Math.floor((m.clientY-v.top-8)/((v.height-p-8)/f)),T=b>=0&&b<h&&x>=
0&&x<f?u[x*h+b]:void 0;c.textContent=T?.count?` mean ${Un(T.mean)} of ${T.count}`:""})}async function Xx(){let i=_i(),e=i.names.length||i.scene?await uh():El(),t=nt("linked");if(!t||!i.study.names.length)return e;let n=new np(i.study,await Tl(i.study.table)),s=ee("p",{class:"soft"}),r=ee("div",{id:"sample",role:"status"}),o=l=>{n.picked=l,n.redraw();let c=i.study.samples[l],u=i.study.names.map((f,d)=>ee("tr",{},ee("td",{},hn(f)),ee("td",{},`${Un(n.columns[d][l])} ${i.study.units[d]}`))),h=location.
protocol.startsWith("http");r.replaceChildren(ee("h3",{},`Sample ${c}`),ee("table",{},ee("tbody",{},...u)),h?ee("p",{},ee("a",{href:`sample/${c}`,target:"_blank",rel:"noopener"},"Run this machine and look at it in 3-D")):ee("p",{},"Look at it in 3-D: ",ee("code",{},`biela run '${i.study.folder}#${c}'`),". ",ee("code",{},`biela show '${i.study.folder}'`)," opens this page so that a click runs the machine."))},a=ee("button",{type:"button",click:()=>{n.brushes.clear(),n.redraw()}},"clear brushes");
return t.append(ee("p",{class:"soft"},"Drag along an axis to keep samples within a range; click it to release. Click a point to see its sample."),ee("div",{class:"xyrow"},a,s)),n.drawn.push(()=>{let l=0;for(let c=0;c<n.count;c++)l+=+n.inside(c);s.textContent=` ${l} of ${n.count} samples shown`}),fA(t,n),dA(t,n,o),t.append(r),mA(t,n),new MutationObserver(()=>n.redraw()).observe(document.documentElement,{attributes:!0,attributeFilter:["class"]}),n.redraw(),{...e,linked:n,pick:o}}Sp({report:uh,show:Hx,still:Wx,plain:El,cloud:wp,study:Xx});})();
